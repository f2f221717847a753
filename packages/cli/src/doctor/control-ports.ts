import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { CONTROL, controlPlace, has, settingsOf } from "@pilothouse/drivers/i2pd";
import { isEveryAddress, isLoopback, isThisMachine, reachedAt } from "../loopback.js";
import { type Check, type Finding, ok, problem, warning } from "./finding.js";
import { i2pdVersion } from "./i2pd.js";
import { modeText, orNoEntry } from "./modes.js";
import { orNone, type Situation } from "./situation.js";
import { knock, type Reception } from "./stranger.js";

/** Where a router's own control service may be, behind the back of the service. */
export interface Place {
  readonly url: string;
  readonly whose: string;
  /** Java I2P's wants a password, which may still be everyone's; i2pd's never looks at one. */
  readonly factory: boolean;
  /** Who is to be kept out, and how. */
  readonly todo: string;
  /** The service needs it so, and its user knows. */
  readonly needed?: true;
}

/** Where the routers themselves put theirs, unless told otherwise: also one that we know nothing of. */
export const USUAL: readonly Place[] = [
  {
    url: "https://127.0.0.1:7650/",
    whose: "i2pd's control service",
    factory: false,
    todo: 'i2pd never checks a token: set enabled = false under [i2pcontrol] in i2pd.conf and restart i2pd; or let Pilothouse steer it (router = "i2pd"), which closes it to others',
  },
  {
    url: "http://127.0.0.1:7657/jsonrpc/",
    whose: "Java I2P's control service",
    factory: true,
    todo: "change its password in its console (Web applications, jsonrpc), or stop that web application there",
  },
];

/**
 * Whether the router's own control service answers strangers, who then need not trouble with ours. Only
 * this machine is ever asked, and the factory password is tried at one place at the most.
 */
export const controlPorts: Check<Situation> = {
  name: "router's own port",
  look: (s) => lookAround(s, USUAL),
};

export async function lookAround(situation: Situation, usual: readonly Place[]): Promise<Finding[]> {
  const { placed, found } = await configured(situation);
  const findings = [...found];
  const places = new Map(
    [...usual.filter((one) => !isOurs(one, situation)), ...placed].map((one) => [one.url, one]),
  );
  let tried = false;
  // What is configured comes last into the map and first to the door.
  for (const place of [...places.values()].reverse()) {
    const reception = await knock(place.url, { factory: place.factory && !tried });
    tried ||= place.factory && (reception === "closed" || reception === "factory");
    findings.push(judge(place, reception));
  }
  return findings;
}

function judge({ url, whose, todo, needed }: Place, reception: Reception): Finding {
  switch (reception) {
    case "nobody":
      return ok(`nobody answers at ${url}`);
    case "other":
      return ok(`what is at ${url} does not answer strangers`);
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
function isOurs({ url }: Place, { service, settings }: Situation): boolean {
  if (service === undefined) return false;
  const port = Number(new URL(url).port);
  return service.ports?.includes(port) ?? [settings["https.port"], settings["http.port"]].includes(port);
}

interface Configured {
  readonly placed: readonly Place[];
  readonly found: readonly Finding[];
}

const NONE: Configured = { placed: [], found: [] };

async function configured(situation: Situation): Promise<Configured> {
  switch (situation.settings.router) {
    case "i2pd":
      return i2pdControl(situation);
    case "upstream":
      return upstreamControl(situation.settings);
    default:
      return NONE;
  }
}

function upstreamControl(settings: Situation["settings"]): Configured {
  const url = orNone(() => new URL(settings["upstream.url"] ?? ""));
  if (url === undefined) return NONE;
  if (!isThisMachine(url.hostname))
    return { placed: [], found: [ok(`${url.href} is another machine: nothing was tried there`)] };
  const dialect = settings["upstream.dialect"];
  const place = {
    url: url.href,
    whose: "the router's control service",
    factory: dialect !== "i2pd",
    todo: "change its password (and upstream.password_file); i2pd's never checks one: there, only other users can be kept off the machine",
  };
  return { placed: [place], found: [] };
}

const IS_ON: ReadonlySet<string | undefined> = new Set(["true", "1", "on", "yes"]);

async function i2pdControl({ i2pd, run }: Situation): Promise<Configured> {
  const text = i2pd && orNone(() => readFileSync(i2pd.config, "utf8"));
  if (i2pd === undefined || text === undefined) return NONE;
  const settings = settingsOf(text);
  if (!IS_ON.has(settings.get(`${CONTROL}enabled`)))
    return {
      placed: [],
      found: [ok("i2pd's control service is off; the service switches it on for itself")],
    };
  const { address, port } = controlPlace(settings);
  if (port === "0") return { placed: [], found: [judgeSocket(address)] };
  const version = await i2pdVersion(i2pd, run, () => {}).catch(() => undefined);
  const place: Place = {
    url: `https://${reachedAt(address, port)}/`,
    whose: "i2pd's control service",
    factory: false,
    ...(isLoopback(address)
      ? {
          needed: true,
          todo:
            i2pd.mode === "supervise" && version !== undefined && has(version.version, "unixSocket")
              ? "restart the service: this i2pd can listen on a socket that is the service's alone"
              : 'keep users you do not trust off this machine, or use i2pd 2.57 or newer with i2pd.mode = "supervise"',
        }
      : { todo: CLOSE }),
  };
  return {
    placed: isEveryAddress(address) || isThisMachine(address) ? [place] : [],
    found: isLoopback(address)
      ? []
      : [
          problem(
            `i2pd's control service is set to listen on ${address}: it obeys whoever reaches it`,
            CLOSE,
          ),
        ],
  };
}

const CLOSE =
  "restart the service, which sets address = 127.0.0.1 under [i2pcontrol] in i2pd.conf; or do so and restart i2pd";

/** A socket is protected by the directory it is in. */
function judgeSocket(path: string): Finding {
  const stat = orNoEntry(() => statSync(dirname(path)));
  if (stat === undefined) return ok("i2pd's control service is to listen on a socket that is not there yet");
  return (stat.mode & 0o077) === 0
    ? ok("i2pd's control service listens on a socket that is the service's alone")
    : problem(
        `others can enter ${dirname(path)} (${modeText(stat.mode)}), where i2pd's control service has its socket`,
        `chmod 700 ${dirname(path)}`,
      );
}
