import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { report } from "../attacks/figures.js";
import { SLICE, times } from "../attacks/long.js";
import { COMMANDS } from "./commands/commands.js";
import { FIRST_PASSWORD, InProcess } from "./in-process/in-process.js";
import { PlayedSimulator } from "./in-process/played-simulator.js";
import { FOUND } from "./run/found.js";
import { ENDS, play, playAndShorten, sequences } from "./run/run.js";
import { SENDABLE, sentIn, someOfEach } from "./run/tried.js";
import { UNTRIED, UNTRIED_METHODS } from "./run/untried.js";
import { INVARIANTS } from "./world/invariants.js";
import { SENTENCES } from "./world/sentences.js";

const make = async () => ({ system: await InProcess.start(), password: FIRST_PASSWORD });
/** Another one tries other sequences. */
const SEED = Number(process.env["PILOTHOUSE_MODEL_SEED"] ?? 1);
const AT_ONCE = 10;
/** The long form takes hours. */
const A_WEEK = 7 * 86_400_000;

describe("the tables of the model", () => {
  it("send every parameter of every method of a service, or say why not", async () => {
    const sent = await sentIn(make, someOfEach(PlayedSimulator.can));
    const untried = SENDABLE.filter((one) => one in UNTRIED || (one.split(" ")[0] ?? "") in UNTRIED_METHODS);
    expect(SENDABLE.filter((one) => !sent.has(one) && !untried.includes(one))).toEqual([]);
    expect(untried.filter((one) => sent.has(one))).toEqual([]);
    expect([UNTRIED, UNTRIED_METHODS].flatMap(Object.keys).filter((one) => !SENDABLE.includes(one))).toEqual(
      [],
    );
  });

  it("have a name of its own for each command and each sentence", () => {
    for (const names of [COMMANDS.map(({ name }) => name), INVARIANTS.map(({ sentence }) => sentence)])
      expect(new Set(names).size).toBe(names.length);
  });

  it("say the same as docs/reliability.md of what must hold", () => {
    const document = readFileSync(join(import.meta.dirname, "../../docs/reliability.md"), "utf8");
    const [, section = ""] = document.split("\n## Features together\n");
    const listed = (section.split("\n## ")[0] ?? "").matchAll(/^- (.+(?:\n {2}.+)*)/gm);
    expect([...listed].map(([, item = ""]) => item.replaceAll(/\n {2}/g, " "))).toEqual([
      ...INVARIANTS.map(({ sentence }) => sentence),
      ...Object.values(SENTENCES),
    ]);
  });
});

describe("the model, in process on the simulator", () => {
  it.each(FOUND)("holds where it once did not: $what", async ({ steps }) => {
    await play(make, steps);
  });

  it("holds in random sequences", { timeout: A_WEEK }, async () => {
    const wanted = times(1_000, 1_000_000);
    const began = process.cpuUsage();
    let steps = 0;
    for (let round = 0; steps < wanted; round++) {
      const seed = (SEED * 1_000 + SLICE) * 1_000_000 + round;
      for (const one of sequences(PlayedSimulator.can, seed, AT_ONCE, ENDS, 3)) {
        await playAndShorten(make, one, seed);
        steps += one.length;
      }
    }
    const { user, system } = process.cpuUsage(began);
    const seconds = (user + system) / 1e6;
    report("the model in process", { steps, "steps a processor second": Math.round(steps / seconds) });
    expect(steps).toBeGreaterThanOrEqual(wanted);
  });
});
