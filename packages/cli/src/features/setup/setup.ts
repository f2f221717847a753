import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { parseJson } from "@pilothouse/protocol";
import { directoryAccess, ROOT, run } from "@pilothouse/system";
import type { Context } from "../../command/context.js";
import { keptOpenI2pd } from "../../drivers.js";
import { explainErrors } from "../../local/explained-errors.js";
import { Complaint, EXIT } from "../../terminal/exit.js";
import { ATTACHED_CONFIG } from "./attach.js";
import type { Found, FoundToMove, Setup } from "./found.js";
import { setupSteps, undoSteps } from "./i2pd.js";
import { saidSince } from "./journal-entry.js";
import { PLACES, profileOf, REPLACED } from "./places.js";
import { carryOut, type Step, shown, textOfOwner } from "./step.js";

interface Options {
  readonly attach?: true;
  readonly undo?: true;
  readonly dryRun?: true;
}

/** Gives the i2pd of this machine to the service, or takes it back: shown first, then done step by step. */
export async function setupI2pd({ out, ask }: Context, _args: [], options: Options): Promise<void> {
  requireMachine();
  const steps = await explainErrors(async () => stepsFor(options, await record(), await found()));
  out.note(steps.map((step, index) => `${index + 1}. ${shown(step)}`).join("\n"));
  if (options.dryRun) return out.note("Nothing was changed (--dry-run).");
  await ask.agree(`Do these ${steps.length} steps?`);
  await explainErrors(() => (options.undo ? carryOutAll(steps) : carryOutOrGoBack(steps)));
  out.note(options.undo ? "Undone." : "Done. Is everything in order? sudo -u pilothouse pilothouse doctor");
}

/** The steps before the one that failed stay done. */
async function carryOutAll(steps: readonly Step[]): Promise<void> {
  for (const [index, step] of steps.entries())
    try {
      await carryOut(step);
    } catch (error) {
      throw new Complaint(
        `step ${index + 1} of ${steps.length} ("${step.description}") failed: ${(error as Error).message}`,
      );
    }
}

async function carryOutOrGoBack(steps: readonly Step[]): Promise<void> {
  const began = new Date();
  try {
    await carryOutAll(steps);
  } catch (error) {
    const said = await saidSince(began);
    const why = `${(error as Error).message}${said === undefined ? "" : `. The service said: ${said}`}`;
    try {
      const done = await record();
      if (done !== undefined) await carryOutAll(wayBack(done, await found()));
    } catch (undoing) {
      throw new Complaint(
        `${why}. Going back did not work either: ${(undoing as Error).message}. Fix the cause, then: pilothouse setup i2pd --undo`,
      );
    }
    throw new Complaint(`${why}. Everything is as it was before`);
  }
}

function requireMachine(): void {
  if (!existsSync(PLACES.settings))
    throw new Complaint(`setup is for the Debian package: there is no ${PLACES.settings}`, EXIT.usage);
  if (process.geteuid?.() !== 0)
    throw new Complaint("setup changes units and rights of the machine: run it with sudo", EXIT.usage);
  if (!existsSync("/run/systemd/system"))
    throw new Complaint("systemd does not run here, and setup works with its units; see docs/i2pd.md");
}

async function stepsFor({ attach, undo }: Options, done: Setup | undefined, machine: Found): Promise<Step[]> {
  if (undo) {
    if (done === undefined) throw new Complaint("nothing was set up, so nothing can be undone");
    return wayBack(done, machine);
  }
  if (done !== undefined)
    throw new Complaint("i2pd is set up already; go back first: pilothouse setup i2pd --undo");
  if (!existsSync(machine.binary)) throw new Complaint("i2pd is not installed: sudo apt-get install i2pd");
  if (!attach && machine.isMoved)
    throw new Complaint(`${PLACES.copy} is there already: Pilothouse has a router; move it away first`);
  if (attach && !machine.hasPolkit)
    throw new Complaint(
      "without polkit the service could not start and stop i2pd: sudo apt-get install polkitd",
    );
  return attach ? setupSteps.attach(machine) : setupSteps.move(await toMove(machine));
}

/** What was set up before, if anything. Only root can write it. */
export async function record(): Promise<Setup | undefined> {
  const text = await textOfOwner(PLACES.record);
  return text === undefined ? undefined : (parseJson(text, { what: PLACES.record }) as Setup);
}

export async function found(): Promise<Found> {
  const description = async (...argv: string[]) => (await run(argv).catch(() => undefined))?.code === 0;
  const isOn = (question: string) => description("systemctl", question, "--quiet", "i2pd");
  const replaced: { [path: string]: string } = {};
  for (const path of REPLACED) {
    const text = await textOfOwner(path);
    if (text !== undefined) replaced[path] = text;
  }
  const binary = PLACES.binaries.find((file) => existsSync(file)) ?? PLACES.binaries[0];
  const profile = profileOf(binary);
  const groups = await run(["id", "--name", "--groups", "pilothouse"]).catch(() => undefined);
  return {
    binary,
    localProfile: existsSync(profile.file) ? ((await textOfOwner(profile.local)) ?? "") : undefined,
    appArmorIsOn: await description("aa-enabled", "--quiet"),
    hasPolkit: existsSync(dirname(PLACES.polkit)),
    unitIsOn: (await isOn("is-enabled")) || (await isOn("is-active")),
    data: directoryAccess(PLACES.data),
    isMember: groups?.stdout.trim().split(" ").includes("i2pd") === true,
    isMoved: existsSync(PLACES.copy),
    isAttached: existsSync(PLACES.attached),
    hasCopy: existsSync(ATTACHED_CONFIG) && directoryAccess(PLACES.attached)?.uid !== ROOT,
    replaced,
  };
}

export const toMove = async (machine: Found): Promise<FoundToMove> => ({
  ...machine,
  config: await keptOpenI2pd((await textOfOwner(PLACES.config)) ?? ""),
});

/** What Pilothouse has made is kept in its data directory, under a name that is free. */
const wayBack = (done: Setup, machine: Found): Step[] =>
  undoSteps(done, machine, freeName(`${PLACES.copy}${done.mode === "move" ? "" : ".conf"}.undone`));

function freeName(name: string): string {
  for (let n = 1; ; n++) if (!existsSync(`${name}-${n}`)) return `${name}-${n}`;
}
