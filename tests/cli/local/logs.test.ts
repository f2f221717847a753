import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { Person } from "../command.js";

const PROGRAM = resolve(import.meta.dirname, "../../../packages/cli/bin/pilothouse.js");

/** Somebody with an i2pd whose configuration says where it logs. */
function withI2pd(conf: string, mode = "supervise") {
  const person = new Person();
  const data = join(person.home, "i2pd");
  const control = join(person.home, ".local/state/pilothouse/i2pd-control");
  for (const dir of [data, control]) mkdirSync(dir, { recursive: true, mode: 0o700 });
  writeFileSync(join(data, "i2pd.conf"), conf);
  return { person, data, control, i2pd: ["--router", "i2pd", "--i2pd-mode", mode, "--i2pd-data-dir", data] };
}

describe("logs", () => {
  it.each([
    [[], "no log of its own"],
    [["--router", "upstream"], "behind another server"],
  ])("of a router whose log cannot be read (%j) is a sentence", async (flags, description) => {
    const person = new Person();
    const { code, out, err } = await person.run(["logs", ...flags]);
    expect([code, out]).toEqual([0, ""]);
    expect(err).toContain(description);
    expect(await person.json(["logs", ...flags])).toEqual({
      file: null,
      why: expect.stringContaining(description),
    });
  });

  it("is the driver's own file for a supervised i2pd, and what the configuration names else", async () => {
    const own = withI2pd("");
    writeFileSync(join(own.control, "i2pd.log"), "one\ntwo\nthree\n");
    expect(await own.person.run(["logs", ...own.i2pd, "-n", "2"])).toEqual({
      code: 0,
      out: "two\nthree\n",
      err: "",
    });
    const named = withI2pd("log = file\nlogfile = sub/router.log\n", "attach");
    mkdirSync(join(named.data, "sub"));
    writeFileSync(join(named.data, "sub/router.log"), "named\n");
    expect((await named.person.run(["logs", ...named.i2pd])).out).toBe("named\n");
    const syslog = withI2pd("log = syslog\n", "attach");
    expect((await syslog.person.run(["logs", ...syslog.i2pd])).err).toContain("journalctl");
  });

  it("cannot control the terminal, and is JSON for scripts", async () => {
    const { person, control, i2pd } = withI2pd("");
    writeFileSync(join(control, "i2pd.log"), "a\tb \u001b[2J\r\n");
    expect((await person.run(["logs", ...i2pd])).out).toBe("a    b \ufffd[2J\n");
    expect(await person.json(["logs", ...i2pd])).toEqual({ line: "a\tb \u001b[2J\r" });
  });

  it("refuses a log that does not exist and a count that is not a number", async () => {
    const { person, i2pd } = withI2pd("");
    expect(await person.run(["logs", ...i2pd])).toMatchObject({
      code: 1,
      err: expect.stringContaining("not there"),
    });
    expect(await person.run(["logs", ...i2pd, "-n", "many"])).toMatchObject({ code: 2 });
    const attach = ["logs", "--router", "i2pd", "--i2pd-mode", "attach"];
    expect(await person.run(attach)).toMatchObject({
      code: 1,
      err: expect.stringContaining("i2pd.data_dir"),
    });
  });

  it("--follow continues through a rotation, until it is interrupted", async () => {
    const { person, control, i2pd } = withI2pd("");
    const log = join(control, "i2pd.log");
    writeFileSync(log, "before\n");
    const env = person.env as NodeJS.ProcessEnv;
    const child = spawn(process.execPath, [PROGRAM, "logs", ...i2pd, "--follow"], { env });
    const ended = new Promise((done) => child.once("exit", done));
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      out += text;
    });
    try {
      const shows = (wanted: string) => vi.waitFor(() => expect(out).toBe(wanted), 120_000);
      await shows("before\n");
      appendFileSync(log, "added\n");
      await shows("before\nadded\n");
      renameSync(log, `${log}.1`);
      appendFileSync(`${log}.1`, "late\n");
      writeFileSync(log, "after\n");
      await shows("before\nadded\nlate\nafter\n");
      child.kill("SIGINT");
      expect(await ended).toBe(130);
    } finally {
      child.kill("SIGKILL");
    }
  });
});
