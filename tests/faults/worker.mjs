import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { CASES } from "./cases.mjs";
import { arm, count, disarm, hit, log, watch } from "./control.mjs";
import { afterPowerCut, callsIn, filesOf } from "./power-cut.mjs";
import { foundIn } from "./world.mjs";

/**
 * Run with the shim preloaded: `node worker.mjs <scratch> <plan as JSON>`. Tries the points of one case, and
 * prints a line of JSON: how many there were, and what was wrong.
 *
 * The plan: `name` of the case; `modes` and `widths` (how many calls fail, one after the other); `cuts`, how many
 * power cuts are tried at each call; `every`: with 20, only every 20th point; `seed`;
 * `careless` stores sync nothing, and must be found out.
 */
const [scratch, plan] = [process.argv[2], JSON.parse(process.argv[3])];
const { name, modes, widths, cuts, every, seed, careless = false } = plan;
const { prepare, begin, steps, except = [] } = CASES[name];

let places = 0;
const place = () => join(scratch, `${name.replaceAll(" ", "-")}-${places++}`);
const remove = (directory) => rmSync(directory, { recursive: true, force: true });
const copied = (directory) => {
  const copy = place();
  cpSync(directory, copy, { recursive: true });
  return copy;
};

let state = seed;
/** Numbers from 0 up to 1. */
const chance = () => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return (state >>> 8) / 2 ** 24;
};
let passed = Math.floor(chance() * every);
const chosen = () => passed++ % every === 0;

const result = { name, calls: 0, points: 0, cuts: 0, right: 0, damaged: 0, unnoticed: 0, wrong: [] };

/** What is found there, except what the case leaves to chance. */
async function lookedAt(directory) {
  const found = await foundIn(directory);
  for (const one of except) delete found.kept?.[one];
  return found;
}

/** `allowed`: what may be kept, or the refusal that must come. */
async function judge(what, directory, allowed, mayBeDamaged = false) {
  const found = await lookedAt(directory).catch((error) => ({ threw: String(error.stack) }));
  remove(directory);
  if (isAllowed(found, allowed)) result.right++;
  else if (mayBeDamaged && found.refused?.includes("is damaged")) result.damaged++;
  else if (what.mode === "lose") result.unnoticed++;
  else result.wrong.push({ ...what, found, allowed });
}

const isAllowed = ({ kept, refused }, allowed) =>
  allowed.some((one) =>
    one.refused === undefined
      ? isDeepStrictEqual(kept, one)
      : /is damaged|was damaged/.test(refused) && /put a copy of it back|cannot be set aside/.test(refused),
  );

/** Does all steps in a copy of the directory, with some calls failing. */
async function carriedOut(start, fault) {
  const directory = copied(start);
  watch(directory);
  const world = await begin(directory);
  if (careless) world.store.get("PRAGMA synchronous = OFF");
  const base = filesOf(directory);
  arm(fault);
  const outcomes = [];
  for (const [, act] of steps) {
    const error = await act(world, directory).then(
      () => undefined,
      (reason) => reason,
    );
    outcomes.push({ error, at: count() });
  }
  disarm();
  const calls = callsIn(log());
  return { directory, world, base, outcomes, calls, made: count() };
}

const start = place();
await prepare(start);
const found = await lookedAt(copied(start));
const initial = found.kept ?? found;
const reference = await carriedOut(start);
result.calls = reference.made;
const learned = reference.world.kept();
await reference.world.close().catch(() => {});

/** What is kept after the first, second … step. */
const states = [initial];
for (const [, , effect] of steps)
  states.push(found.refused === undefined ? effect(states.at(-1), learned) : initial);
const last = found.refused === undefined ? states.at(-1) : initial;
await judge({ kind: "no fault" }, copied(reference.directory), [last]);

const UNKNOWN = /may turn out to be made or not made/;
const NO_MORE = /check the disk, then restart the service/;
const HOW = { none: () => false, all: () => true, some: () => chance() < 0.5 };
const ways = ["none", "all", ...Array.from({ length: Math.max(0, cuts - 2) }, () => "some")].slice(0, cuts);

for (let at = 0; at <= reference.calls.length; at++)
  for (const way of ways) {
    if (!chosen()) continue;
    result.cuts++;
    const answered = reference.outcomes.filter(({ at: when }) => when <= at).length;
    const directory = place();
    afterPowerCut(reference.base, reference.calls.slice(0, at), HOW[way], directory);
    await judge({ kind: "power cut", at, way }, directory, states.slice(answered, answered + 2));
  }
remove(reference.directory);

for (const mode of modes)
  for (const width of widths)
    for (let from = 0; from < reference.made; from++) if (chosen()) await tryFault(mode, from, width);

async function tryFault(mode, from, width) {
  result.points++;
  const run = await carriedOut(start, { mode, from, until: width === 0 ? undefined : from + width });
  const what = { mode, from, width, outcomes: run.outcomes.map(({ error }) => error?.message ?? "answered") };
  const wrong = (kind, found, allowed) => result.wrong.push({ ...what, kind, found, allowed });
  if (hit() === 0) wrong("nothing failed");
  const { expected, unknown } = after(run.outcomes);
  const live = run.world.kept();
  if (live !== undefined && !isAllowed({ kept: live }, expected)) wrong("while it runs", live, expected);
  const { password, tokens } = live ?? {};
  const remembered = run.world.remembered();
  if (live !== undefined && !unknown && !isDeepStrictEqual(remembered, { password, tokens }))
    wrong("in memory", remembered, live);
  // Half a header of the journal looks like damage, and is said to be.
  const mayBeDamaged = mode === "lose" || mode === "short";
  for (const way of ways.slice(0, 3)) {
    const directory = place();
    afterPowerCut(run.base, run.calls, HOW[way], directory);
    await judge({ ...what, kind: "power cut at the end", way }, directory, expected, mayBeDamaged);
  }
  await run.world.close().catch(() => {});
  await judge({ ...what, kind: "after it ended" }, run.directory, expected, mayBeDamaged);
}

/**
 * What may be kept after steps with these outcomes: a step that was refused has changed nothing, unless the refusal
 * leaves that open. A later answer decides it: the store was asked before.
 */
function after(outcomes) {
  let expected = initial;
  let perhaps;
  let stopped = false;
  for (const [n, [, , effect]] of steps.entries()) {
    const { error } = outcomes[n];
    const changed = found.refused === undefined ? effect(expected, learned) : expected;
    if (error === undefined) {
      expected = changed;
      perhaps = undefined;
    } else if (UNKNOWN.test(error.message)) perhaps ??= changed;
    if (error === undefined && stopped) return { expected: [], unknown: true };
    stopped ||= NO_MORE.test(error?.message);
  }
  return {
    expected: perhaps === undefined ? [expected] : [expected, perhaps],
    unknown: perhaps !== undefined,
  };
}

process.stdout.write(`${JSON.stringify(result)}\n`);
