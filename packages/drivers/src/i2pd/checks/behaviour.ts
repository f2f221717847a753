import { ClientError, httpLink } from "@pilothouse/client";
import { type Check, type Finding, ok, warning } from "@pilothouse/system";
import { contradicted, type Observed } from "../../i2pd-wire/beliefs.js";
import { parseVersion } from "../../i2pd-wire/version.js";
import { controlEndpoint } from "../config/control-settings.js";
import { observe } from "../control/observe.js";
import { CONTROL } from "../guard/guard.js";
import { processOn } from "../life/process.js";
import { optionsOf } from "./conf.js";
import type { Placed } from "./placed.js";
import { i2pdVersion } from "./program.js";

const ANSWER_MS = 5_000;

/** Whether the router that runs treats tokens as its version should. One that does not answer has another check. */
export const i2pdBehaviour: Check<Placed> = {
  name: "i2pd behaviour",
  look: async (placed) => {
    const { dataDir } = placed.i2pd;
    const { settings } = optionsOf(placed.i2pd);
    const endpoint = await controlEndpoint(settings, dataDir);
    if (endpoint === undefined || (await processOn(dataDir)) === undefined) return [];
    const link = httpLink(endpoint.url, endpoint);
    try {
      const password = settings.get(`${CONTROL}password`) ?? "";
      const { observed, version } = await observe(link, password, AbortSignal.timeout(ANSWER_MS));
      return [behaviourFinding(String(version ?? (await programVersion(placed))), observed)];
    } catch (error) {
      if (error instanceof ClientError) return [];
      throw error;
    } finally {
      link.close?.();
    }
  },
};

const programVersion = async ({ i2pd, run }: Placed): Promise<string> =>
  i2pdVersion(i2pd, run, () => {}).then(
    ({ version }) => version.join("."),
    () => "of unknown version",
  );

/** What was seen is all that a report needs: it names neither the password nor the token. */
export function behaviourFinding(version: string, observed: Observed): Finding {
  const others = contradicted(parseVersion(version) ?? [0, 0, 0], observed);
  const seen = Object.entries(observed).map(([what, outcome]) => `${what} ${outcome}`);
  if (others.length === 0) return ok(`i2pd ${version} treats tokens as docs/i2pd.md says`);
  return warning(
    `i2pd ${version} behaves otherwise than docs/i2pd.md says. Not so: ${others.map(({ description }) => description).join("; ")}`,
    `if the router works, nothing; but please report it in an issue of Pilothouse's repository, with this line and the file that \`pilothouse report\` writes: i2pd ${version}: ${seen.join(", ")}`,
  );
}
