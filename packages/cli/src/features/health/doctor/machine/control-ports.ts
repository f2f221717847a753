import type { ControlPlace } from "@pilothouse/drivers/driver";
import { type Check, type Finding, ok, problem, warning } from "@pilothouse/system";
import { forDriver, type Situation } from "../situation.js";
import { type Reception, tryAsStranger } from "./stranger.js";

/**
 * Whether the router's own control service answers strangers, who could then bypass ours. Only this machine
 * is ever asked, and the factory password is tried at one address at most.
 */
export const controlPorts: Check<Situation> = {
  name: "router's own port",
  look: async (situation) => lookAround(situation, await usualPlaces(situation)),
};

/** The default addresses of routers, including one that we do not manage. */
export async function usualPlaces({ drivers }: Pick<Situation, "drivers">): Promise<ControlPlace[]> {
  const modules = await Promise.all(drivers.map((driver) => driver.load()));
  return modules.flatMap(({ usualControl = [] }) => usualControl);
}

export async function lookAround(
  situation: Situation,
  usual: readonly ControlPlace[],
): Promise<readonly Finding[]> {
  const known = await situation.driver.control?.(forDriver(situation));
  const findings = [...(known?.findings ?? [])];
  const places = new Map(
    [...usual.filter((one) => !isOurs(one, situation)), ...(known?.places ?? [])].map((one) => [
      one.url,
      one,
    ]),
  );
  let tried = false;
  // Configured addresses come last into the map and are tried first.
  for (const place of [...places.values()].reverse()) {
    const reception = await tryAsStranger(place.url, { factory: place.factory && !tried });
    tried ||= place.factory && (reception === "closed" || reception === "factory");
    findings.push(checkPlace(place, reception));
  }
  return findings;
}

function checkPlace({ url, whose, todo, needed }: ControlPlace, reception: Reception): Finding {
  switch (reception) {
    case "nobody":
      return ok(`nothing answers at ${url}`);
    case "other":
      return ok(`what is at ${url} does not answer without a login`);
    case "service":
      return ok(`another service of Pilothouse answers at ${url}`);
    case "closed":
      return ok(`${whose} at ${url} wants a token`);
    case "factory":
      return problem(`${whose} at ${url} takes the factory password, which everyone knows`, todo);
    case "open": {
      const saw = `${whose} at ${url} does what anyone on this machine says, without a token`;
      return needed ? warning(saw, todo) : problem(saw, todo);
    }
  }
}

/** Our own endpoints have the same usual ports. */
function isOurs({ url }: ControlPlace, { service, settings }: Situation): boolean {
  if (service === undefined) return false;
  const port = Number(new URL(url).port);
  return service.ports?.includes(port) ?? [settings["https.port"], settings["http.port"]].includes(port);
}
