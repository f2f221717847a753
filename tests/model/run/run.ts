import fc from "fast-check";
import { SLICE } from "../../attacks/long.js";
import type { Command } from "../commands/command.js";
import { COMMANDS } from "../commands/commands.js";
import type { System } from "../port/system.js";
import { checkAll } from "../world/invariants.js";
import { World } from "../world/world.js";
import { shortened } from "./shorten.js";

/** A step as it is written down: the name of a command, and what it is done with. */
export type Step = readonly [name: string, given: unknown];

const MOST_STEPS = 200;
const SEED = Number(process.env["PILOTHOUSE_MODEL_SEED"] ?? 1);
/** Each seed, slice and round tries other sequences. */
export const seedOf = (round: number): number => (SEED * 1_000 + SLICE) * 1_000_000 + round;

/** A system to try a sequence on, with the password that it has. */
export type MakeSystem = () => Promise<{ readonly system: System; readonly password: string }>;

const BY_NAME: ReadonlyMap<string, Command> = new Map(COMMANDS.map((one) => [one.name, one]));

/** What takes a new process. */
export const DEAR: readonly string[] = ["restart the service", "kill -9", "back up", "restore a backup"];
/** What starts a service again, or takes as long. */
export const ENDS: readonly string[] = [
  ...COMMANDS.filter(({ checks }) => checks === "around").map(({ name }) => name),
  "hours pass",
];
const OFTEN = 8;

/**
 * Sequences of what a system can do; the same for the same seed. `rarely` names commands; the others are chosen so much
 * more often than they.
 */
export function sequences(
  can: System["can"],
  seed: number,
  count: number,
  rarely: readonly string[] = [],
  often = OFTEN,
): readonly (readonly Step[])[] {
  const possible = COMMANDS.filter(({ needs }) => needs === undefined || can.has(needs));
  const step = fc.oneof(
    ...possible.map(({ name, given, weight = 4 }) => ({
      weight: rarely.includes(name) ? weight : weight * often,
      arbitrary: given.map((one): Step => [name, one]),
    })),
  );
  return fc.sample(fc.array(step, { minLength: 1, maxLength: MOST_STEPS, size: "max" }), {
    seed,
    numRuns: count,
  });
}

/**
 * Carries out a sequence, and checks after each step everything that must hold: with everything read anew, or only with
 * what may have changed.
 */
export async function play(make: MakeSystem, steps: readonly Step[], isWhole = true): Promise<void> {
  const { system, password } = await make();
  const world = new World(system, password, isWhole);
  let done = 0;
  try {
    await world.look(checkAll);
    for (const [name, given] of steps) {
      const command = BY_NAME.get(name);
      if (command === undefined) throw new Error(`there is no command "${name}"`);
      done++;
      if (command.needs !== undefined && !system.can.has(command.needs)) continue;
      if (command.checks !== undefined && world.isUnchecked) await world.look(checkAll, true);
      await command.run(world, given);
      if (done === steps.length) world.wholly();
      await world.look(checkAll, command.checks === "around" || done === steps.length);
    }
  } catch (error) {
    throw new Failed(error as Error, steps.slice(0, done));
  } finally {
    await system.close();
  }
}

/** What does not hold, and after which steps. */
export class Failed extends Error {
  constructor(
    readonly why: Error,
    readonly steps: readonly Step[],
  ) {
    super(why.message, { cause: why });
  }

  /** The first line: what did not hold. */
  get what(): string {
    return this.why.message.split("\n")[0] ?? "";
  }
}

/** The same for a sequence of which nobody knows which part of it matters: throws with the shortest that fails alike. */
export async function playAndShorten(make: MakeSystem, steps: readonly Step[], seed: number): Promise<void> {
  const first = await failure(make, steps, false);
  if (first === undefined) return;
  const found = (await failure(make, first.steps)) ?? first;
  let last = found;
  await shortened(found.steps, async (fewer) => {
    const now = await failure(make, fewer);
    if (now?.what !== found.what) return false;
    last = now;
    return true;
  });
  throw written(last, `seed ${seed}; the shortest sequence, for found.ts:`);
}

/** The same where each try takes so long that it is shortened by hand. */
export async function playOnce(make: MakeSystem, steps: readonly Step[], seed: number): Promise<void> {
  const found = await failure(make, steps, false);
  if (found !== undefined) throw written(found, `seed ${seed}; after these steps:`);
}

/** Plays random sequences one after the other until so many steps were tried. */
export async function playRandomly(
  make: MakeSystem,
  can: System["can"],
  wanted: number,
  rarely: readonly string[],
): Promise<{ readonly steps: number; readonly sequences: number; readonly seconds: number }> {
  const began = performance.now();
  let [steps, round] = [0, 0];
  for (; steps < wanted; round++) {
    const seed = seedOf(round);
    const [all = []] = sequences(can, seed, 1, rarely);
    const some = all.slice(0, wanted - steps);
    await playOnce(make, some, seed);
    steps += some.length;
  }
  return { steps, sequences: round, seconds: Math.round((performance.now() - began) / 1_000) };
}

function written({ message, steps, why }: Failed, which: string): Error {
  const lines = steps.map((step) => JSON.stringify(step)).join(",\n  ");
  return new Error(`${message}\n\n${which}\n[\n  ${lines},\n]`, { cause: why });
}

async function failure(
  make: MakeSystem,
  steps: readonly Step[],
  isWhole = true,
): Promise<Failed | undefined> {
  try {
    await play(make, steps, isWhole);
    return undefined;
  } catch (error) {
    if (error instanceof Failed) return error;
    throw error;
  }
}
