import {
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeAll, describe, expect, it } from "vitest";
import { run, serve } from "../../blackbox/process.js";
import { FACTORY, logIn, PASSWORD } from "../../blackbox/wire.js";
import { served } from "../served.js";

/** What an operator sees whose disk has spoiled the store. What counts as damage is shown beside the store. */

let sound: string;
beforeAll(async () => {
  sound = scratch();
  await (await served(sound)).kill("SIGTERM");
});

const storeIn = (dataDir: string) => join(dataDir, "pilothouse.db");
const damagedIn = (dataDir: string) => readdirSync(dataDir).filter((name) => name.includes(".damaged-"));

/** A data directory with a good store and its copy elsewhere, as far as the case does not spoil it. */
function spoiled(damage: (file: string) => void): string {
  const dataDir = scratch();
  cpSync(sound, dataDir, { recursive: true });
  damage(storeIn(dataDir));
  return dataDir;
}

async function refusal(dataDir: string): Promise<string> {
  const ports = ["--https-port", "0", "--http-port", "0"];
  const { code, stdout, stderr } = await run(["serve", "--data-dir", dataDir, ...ports]);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^pilothouse: .*\n$/);
  return stderr;
}

function overwrite(file: string, from: number, to: number): void {
  const content = readFileSync(file);
  content.fill(0x5a, from, to);
  writeFileSync(file, content);
}

const toHalf = (file: string) => truncateSync(file, Math.floor(statSync(file).size / 8_192) * 4_096);

describe.concurrent("A store that was damaged", () => {
  it.each([
    ["at its head", (file: string) => overwrite(file, 0, 100)],
    ["in a later page", (file: string) => overwrite(file, 4_096, 8_192)],
    ["by being cut in half", toHalf],
    ["by being emptied", (file: string) => truncateSync(file, 0)],
    ["and holds something else now", (file: string) => writeFileSync(file, "nonsense ".repeat(1_000))],
    ["in its journal", (file: string) => writeFileSync(`${file}-journal`, "nonsense ".repeat(1_000))],
  ])("%s is set aside whole, and reported in one line at this start and the next", async (_how, damage) => {
    const dataDir = spoiled(damage);
    const damaged = readFileSync(storeIn(dataDir));
    const first = await refusal(dataDir);
    const [aside = ""] = damagedIn(dataDir);
    expect(aside).toMatch(/^pilothouse\.db\.damaged-\d{8}T\d{6}\.\d{3}Z$/);
    expect(first).toContain(`${storeIn(dataDir)} is damaged (`);
    expect(readFileSync(join(dataDir, aside)).equals(damaged)).toBe(true);
    expect(statSync(join(dataDir, aside)).mode & 0o777).toBe(0o600);
    const second = await refusal(dataDir);
    for (const said of [first, second]) {
      expect(said).toContain(`set aside as ${join(dataDir, aside)};`);
      expect(said).toContain(`put a copy of it back as ${storeIn(dataDir)}`);
    }
    expect(damagedIn(dataDir).filter((name) => !name.endsWith("-journal"))).toEqual([aside]);
    expect(readdirSync(dataDir)).not.toContain("pilothouse.db");
  });

  it("is not replaced when a new password is set on this machine", async () => {
    const dataDir = spoiled(toHalf);
    for (let attempt = 0; attempt < 2; attempt++) {
      const passwd = ["passwd", "--local", "--data-dir", dataDir];
      const { code, stderr } = await run(passwd, { input: "another password\n" });
      expect([code, stderr]).toEqual([1, expect.stringContaining("set aside as")]);
    }
    expect(readdirSync(dataDir)).not.toContain("pilothouse.db");
  });

  it("comes back with a copy of it: the old password opens it, the factory's does not", async () => {
    const dataDir = spoiled(toHalf);
    await refusal(dataDir);
    cpSync(storeIn(sound), storeIn(dataDir));
    const { https } = await serve(dataDir);
    expect((await logIn(https, PASSWORD)).code).toBeUndefined();
    expect((await logIn(https, FACTORY)).code).toBe(-32001);
    expect(damagedIn(dataDir)).toHaveLength(1);
  });

  it("is replaced only on request, and even then not with the factory password", async () => {
    const dataDir = spoiled(toHalf);
    await refusal(dataDir);
    const [aside = ""] = damagedIn(dataDir);
    renameSync(join(dataDir, aside), join(scratch(), aside));
    const PILOTHOUSE_PASSWORD_FILE = join(scratch(), "password");
    writeFileSync(PILOTHOUSE_PASSWORD_FILE, "another password\n", { mode: 0o600 });
    const { https } = await serve(dataDir, { env: { PILOTHOUSE_PASSWORD_FILE } });
    expect((await logIn(https, "another password")).code).toBeUndefined();
    expect((await logIn(https, FACTORY)).code).toBe(-32001);
  });
});
