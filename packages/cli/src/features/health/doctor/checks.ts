import { type Check, type Finding, type Findings, problem } from "@pilothouse/system";
import { asOwnerOf } from "../../../local/as-owner.js";
import type { EffectiveHere } from "../../../local/flags.js";
import { ownCommand } from "../../../package-file.js";
import { Complaint } from "../../../terminal/exit.js";
import { clock } from "./machine/clock.js";
import { controlPorts } from "./machine/control-ports.js";
import { dataDirectory, disk } from "./machine/data-directory.js";
import { node } from "./machine/node.js";
import { plainHttp, ports } from "./machine/ports.js";
import { outOfSight } from "./out-of-sight.js";
import { certificate } from "./service/certificate.js";
import { password } from "./service/password.js";
import { service } from "./service/service.js";
import { secretFiles, settings } from "./service/settings.js";
import { store } from "./service/store.js";
import { updates } from "./service/updates.js";
import { forDriver, type Machine, type Situation, situationOf } from "./situation.js";

/** All checks, in the order in which they are shown. */
const MACHINE_CHECKS: readonly Check<Machine>[] = [node, clock];
const CHECKS: readonly Check<Situation>[] = [
  settings,
  service,
  secretFiles,
  dataDirectory,
  disk,
  store,
  certificate,
  ports,
  plainHttp,
  password,
  updates,
];

export interface Examination {
  readonly findings: readonly CheckResult[];
  /** Undefined when the settings cannot be read, or the service is not to be seen. */
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
    const todo = isDenied(error)
      ? `this user may not read it; to check the service that uses it: sudo ${ownCommand("doctor")}`
      : "correct it: pilothouse config --default shows every setting";
    return {
      findings: [...first, { check: settings.name, ...problem(error.message, todo) }],
      situation: undefined,
    };
  }
  const hidden = outOfSight(effective, machine.services);
  if (hidden !== undefined)
    return {
      findings: [...first, ...hidden.map((one) => ({ check: service.name, ...one }))],
      situation: undefined,
    };
  const { settings: given, file } = effective;
  // The settings name programs that are run here: root must not run those of another user.
  return asOwnerOf([given.data_dir, ...(file === undefined ? [] : [file])], async () => {
    const situation = await situationOf(machine, effective);
    const findings = [
      ...first,
      ...(await examine(CHECKS, situation)),
      ...(await examine(await featureChecks(situation), situation)),
      ...(await examine(situation.driver.checks, forDriver(situation))),
      ...(await examine([controlPorts], situation)),
    ];
    return { findings, situation };
  });
}

const featureChecks = async ({ features }: Situation) =>
  (await Promise.all(features.map(({ checks }) => checks()))).flat();

/** A finding, under the name of the check that made it. */
export type CheckResult = { readonly check: string } & Finding;

/** All checks, one after the other. One that cannot be made is a finding as well. */
export async function examine<S>(checks: readonly Check<S>[], situation: S): Promise<CheckResult[]> {
  const result: CheckResult[] = [];
  for (const { name, look } of checks)
    for (const finding of [await attempted(look, situation)].flat()) result.push({ check: name, ...finding });
  return result;
}

async function attempted<S>(look: Check<S>["look"], situation: S): Promise<Findings> {
  try {
    return await look(situation);
  } catch (error) {
    return problem(`it could not be checked: ${(error as Error).message}`, WHO);
  }
}

const WHO = "run this as the user of the service, or as root";

/** Whether the settings could not be read because that is not allowed. */
const isDenied = ({ cause }: Complaint): boolean =>
  ["EACCES", "EPERM"].includes(String((cause as NodeJS.ErrnoException | undefined)?.code));
