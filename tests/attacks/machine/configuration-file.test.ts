import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { atTheEnd, scratch } from "@pilothouse/system/testing/scratch";
import { expect, it } from "vitest";
import { settingsOf } from "../../../packages/drivers/src/i2pd/config/conf.js";
import { sweepDrafts } from "../../../packages/system/src/files/replace-file.js";
import { report } from "../figures.js";
import { random } from "../input/random.js";
import { LONG } from "../long.js";

/** Writes i2pd.conf as the driver does, without pause, and says each number once it is written. */
const WRITER = `
  const [drivers, system, conf, from] = process.argv.slice(1);
  const { withSettings } = await import(drivers + "/i2pd/config/conf.js");
  const { replaceFile, textOf } = await import(system + "/index.js");
  for (let n = Number(from); ; n++) {
    const changes = new Map(["ntcp2.port", "ssu2.port"].map((name) => [name, String(n)]));
    replaceFile(conf, withSettings(await textOf(conf), changes));
    process.stdout.write(n + "\\n");
  }
`;
const BUILT = ["drivers", "system"].map((name) =>
  fileURLToPath(new URL(`../../../packages/${name}/dist`, import.meta.url)),
);

/** A writer that is killed at some moment after its first write; resolves with the last number it said. */
async function killed(conf: string, from: number, afterMs: number): Promise<number> {
  const child = spawn(
    process.execPath,
    ["--input-type=module", "--eval", WRITER, ...BUILT, conf, String(from)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  atTheEnd(() => child.kill("SIGKILL"));
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  const ended = new Promise((resolve) => child.once("close", resolve));
  await Promise.race([new Promise((resolve) => child.stdout.once("data", resolve)), ended]);
  await sleep(afterMs);
  child.kill("SIGKILL");
  await ended;
  return Number(said.split("\n").slice(0, -1).at(-1));
}

const KILLS = LONG ? 200 : 20;

it(
  "i2pd.conf holds every write that was done when its writer was killed, and no partial ones",
  async () => {
    const dir = scratch();
    const conf = join(dir, "i2pd.conf");
    const rest = `# ours\nbandwidth = 2048\n${"# a remark\n".repeat(500)}`;
    writeFileSync(conf, `${rest}[ntcp2]\nport = 1\n[ssu2]\nport = 1\n`);
    const chance = random(3);
    let written = 1;
    for (let kill = 0; kill < KILLS; kill++) {
      const last = await killed(conf, written + 1, chance() * 30);
      const text = readFileSync(conf, "utf8");
      const settings = settingsOf(text);
      const [ntcp, ssu] = ["ntcp2.port", "ssu2.port"].map((name) => Number(settings.get(name)));
      expect([kill, ssu]).toEqual([kill, ntcp]);
      // The one after the last that was said may be there too.
      expect([last, last + 1]).toContain(ntcp);
      expect(text.startsWith(rest)).toBe(true);
      written = Number(ntcp);
    }
    sweepDrafts(conf);
    expect(readdirSync(dir)).toEqual(["i2pd.conf"]);
    report("the writer of i2pd.conf killed", { kills: KILLS, writes: written });
  },
  KILLS * 15_000,
);
