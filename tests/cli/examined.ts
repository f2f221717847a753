import { DRIVERS } from "../../packages/cli/src/drivers.js";
import { type CheckResult, examineSetup } from "../../packages/cli/src/features/health/doctor/checks.js";
import type { Machine } from "../../packages/cli/src/features/health/doctor/situation.js";
import { loadFeatures } from "../../packages/cli/src/features.js";
import { Complaint } from "../../packages/cli/src/terminal/exit.js";
import { flagOf, loadSettings, makeTable } from "../../packages/server/src/settings.js";
import { run, SettingsError } from "../../packages/system/src/index.js";
import type { Person } from "./command.js";

type Finding = { readonly todo?: string } & CheckResult;

export interface Examined {
  readonly problems: number;
  readonly findings: readonly Finding[];
  /** The worst that a check found. */
  readonly of: (check: string) => Finding | undefined;
}

const LEVELS = ["problem", "warning", "ok"];
const TABLE = makeTable(DRIVERS);

/** What doctor finds with these flags, in this process: a program for each would take ten times as long. */
export async function examine(
  person: Person,
  args: readonly string[] = [],
  services: Machine["services"] = () => [],
): Promise<Examined> {
  const given = pairs(["--https-port", "0", "--http-port", "0", ...args]);
  const flags = Object.fromEntries([...TABLE.keys()].map((name) => [name, given[flagOf(name)]]));
  const env = person.env;
  const machine: Machine = {
    env,
    now: Date.now(),
    run,
    drivers: DRIVERS,
    features: await loadFeatures(),
    table: TABLE,
    services,
  };
  const { findings } = await examineSetup(machine, () => {
    try {
      return loadSettings({ flags, env, file: given["--config"] }, TABLE);
    } catch (error) {
      throw error instanceof SettingsError
        ? new Complaint(error.message, undefined, { cause: error.cause })
        : error;
    }
  });
  const byLevel = findings.toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
  return {
    problems: findings.filter(({ level }) => level === "problem").length,
    findings,
    of: (check) => byLevel.find((one) => one.check === check),
  };
}

const pairs = (args: readonly string[]): { [flag: string]: string | undefined } =>
  Object.fromEntries(args.flatMap((word, at) => (at % 2 === 0 ? [[word, args[at + 1]]] : [])));
