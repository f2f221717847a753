import { asOwnerOf } from "../as-owner.js";
import { Complaint } from "../exit.js";
import type { EffectiveHere } from "../flags.js";
import { certificate } from "./certificate.js";
import { clock } from "./clock.js";
import { controlPorts } from "./control-ports.js";
import { dataDirectory } from "./data-directory.js";
import { type Check, examine, problem, type Told } from "./finding.js";
import { i2pdAlive } from "./i2pd/alive.js";
import { i2pdReseed } from "./i2pd/reseed.js";
import { i2pdServices } from "./i2pd/services.js";
import { i2pdFiles, i2pdMode, i2pdProgram } from "./i2pd.js";
import { node } from "./node.js";
import { password } from "./password.js";
import { plainHttp, ports } from "./ports.js";
import { service } from "./service.js";
import { secretFiles, settings } from "./settings.js";
import { type Machine, type Situation, situationOf } from "./situation.js";
import { store } from "./store.js";
import { updates } from "./updates.js";
import { upstream } from "./upstream.js";
import { upstreamLogin } from "./upstream-login.js";

/** Everything that is looked at, in the order in which it is told. */
const MACHINE_CHECKS: readonly Check<Machine>[] = [node, clock];
const CHECKS: readonly Check<Situation>[] = [
  settings,
  service,
  secretFiles,
  dataDirectory,
  store,
  certificate,
  ports,
  plainHttp,
  password,
  updates,
  i2pdProgram,
  i2pdFiles,
  i2pdMode,
  i2pdAlive,
  i2pdReseed,
  i2pdServices,
  upstream,
  upstreamLogin,
  controlPorts,
];

export interface Examination {
  readonly findings: readonly Told[];
  /** Undefined when the settings cannot be read. */
  readonly situation: Situation | undefined;
}

/** Looks at a set-up whose settings `load` reads. */
export async function examineSetup(machine: Machine, load: () => EffectiveHere): Promise<Examination> {
  const first = await examine(MACHINE_CHECKS, machine);
  let effective: EffectiveHere;
  try {
    effective = load();
  } catch (error) {
    if (!(error instanceof Complaint)) throw error;
    const todo = "set it right: pilothouse config --default shows every setting";
    return {
      findings: [...first, { check: settings.name, ...problem(error.message, todo) }],
      situation: undefined,
    };
  }
  return asOwnerOf(effective.settings.data_dir, async () => {
    const situation = await situationOf(machine, effective);
    return { findings: [...first, ...(await examine(CHECKS, situation))], situation };
  });
}
