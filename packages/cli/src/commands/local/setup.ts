import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { isObject, parseJson } from "@pilothouse/protocol";
import { run } from "@pilothouse/system";
import type { Context } from "../../command/context.js";
import { type Found, type Mode, PLACES, profileOf, setupSteps, undoSteps } from "../../setup/i2pd.js";
import { carryOut, type Step, shown } from "../../setup/step.js";
import { Complaint, EXIT } from "../../terminal/exit.js";

interface Options {
  readonly attach?: true;
  readonly undo?: true;
  readonly dryRun?: true;
}

/** Gives the i2pd of this machine to the service, or takes it back: shown first, then done step by step. */
export async function setupI2pd({ out, ask }: Context, _args: [], options: Options): Promise<void> {
  requireMachine();
  const steps = stepsFor(options, await found());
  out.note(steps.map((step, index) => `${index + 1}. ${shown(step)}`).join("\n"));
  if (options.dryRun) return out.note("Nothing was changed (--dry-run).");
  await ask.agree(`Do these ${steps.length} steps?`);
  for (const [index, step] of steps.entries())
    try {
      await carryOut(step);
    } catch (error) {
      if (!(error instanceof Complaint)) throw error;
      throw new Complaint(
        `step ${index + 1} of ${steps.length}: ${error.message}. The steps before it are done; fix the cause and ${
          options.undo ? "do the rest by hand" : "run it again, or go back with pilothouse setup i2pd --undo"
        }`,
      );
    }
  out.note(options.undo ? "Undone." : "Done. Is everything in order? sudo -u pilothouse pilothouse doctor");
}

function requireMachine(): void {
  if (!existsSync(PLACES.settings))
    throw new Complaint(`setup is for the Debian package: there is no ${PLACES.settings}`, EXIT.usage);
  if (process.geteuid?.() !== 0)
    throw new Complaint("setup changes units and rights of the machine: run it with sudo", EXIT.usage);
  if (!existsSync("/run/systemd/system"))
    throw new Complaint("systemd does not run here, and setup works with its units; see docs/i2pd.md");
}

function stepsFor({ attach, undo }: Options, machine: Found): Step[] {
  const done = record();
  if (undo) {
    if (done === undefined) throw new Complaint("nothing was set up, so nothing can be undone");
    return undoSteps(done.mode, done.unitWasOn, machine, freeName(`${PLACES.copy}.undone`));
  }
  if (done !== undefined)
    throw new Complaint("i2pd is set up already; go back first: pilothouse setup i2pd --undo");
  if (!existsSync(machine.binary)) throw new Complaint("i2pd is not installed: sudo apt-get install i2pd");
  if (!attach && existsSync(PLACES.copy))
    throw new Complaint(`${PLACES.copy} is there already: Pilothouse has a router; move it away first`);
  return setupSteps(attach ? "attach" : "move", machine);
}

function record(): { readonly mode: Mode; readonly unitWasOn: boolean } | undefined {
  if (!existsSync(PLACES.record)) return undefined;
  const saved = parseJson(readFileSync(PLACES.record, "utf8"), { what: PLACES.record });
  const { mode, unitWasOn } = isObject(saved) ? saved : {};
  return { mode: mode === "attach" ? "attach" : "move", unitWasOn: unitWasOn === true };
}

async function found(): Promise<Found> {
  const says = async (...argv: string[]) => (await run(argv).catch(() => undefined))?.code === 0;
  const isOn = (question: string) => says("systemctl", question, "--quiet", "i2pd");
  const text = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : "");
  const binary = PLACES.binaries.find((file) => existsSync(file)) ?? PLACES.binaries[0];
  const profile = profileOf(binary);
  return {
    settings: text(PLACES.settings),
    binary,
    localProfile: existsSync(profile.file) ? text(profile.local) : undefined,
    appArmorIsOn: await says("aa-enabled", "--quiet"),
    hasPolkit: existsSync(dirname(PLACES.polkit)),
    unitIsOn: (await isOn("is-enabled")) || (await isOn("is-active")),
  };
}

function freeName(name: string): string {
  for (let n = 1; ; n++) if (!existsSync(`${name}-${n}`)) return `${name}-${n}`;
}
