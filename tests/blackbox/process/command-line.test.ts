import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { choosePassword } from "../../support/chosen-password.js";
import { run, serve } from "../process.js";
import { FACTORY, type Fields, logIn, PASSWORD, rpc, tokenFor } from "../wire.js";

interface Effective {
  readonly settings: Fields;
  readonly sources: { readonly [name: string]: { readonly source: string; readonly where: string } };
}
const effective = async (
  args: readonly string[],
  env: { readonly [name: string]: string } = {},
): Promise<Effective> => JSON.parse((await run(["config", "--json", ...args], { env })).stdout) as Effective;

describe.concurrent("pilothouse config", () => {
  it("prints every setting in force and where it came from", async () => {
    const file = join(scratch(), "pilothouse.toml");
    writeFileSync(file, 'locale = "de"\n[https]\nport = 1001\n[http]\nport = 1001\n');
    const { code, stdout } = await run(["config", "--config", file, "--https-port", "1003"], {
      env: { PILOTHOUSE_HTTPS_PORT: "1002", PILOTHOUSE_HTTP_PORT: "1002" },
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^locale = "de" +# file .*pilothouse\.toml:1$/m);
    expect(stdout).toMatch(/^http\.port = 1002 +# environment PILOTHOUSE_HTTP_PORT$/m);
    expect(stdout).toMatch(/^https\.port = 1003 +# flag --https-port$/m);
    expect(stdout).toMatch(/^host = "127\.0\.0\.1" +# default$/m);
  });

  it("has the documented defaults", async () => {
    const { settings } = await effective([], { HOME: "/home/someone" });
    expect(settings).toMatchObject({
      data_dir: "/home/someone/.local/state/pilothouse",
      router: "simulator",
      host: "127.0.0.1",
      "https.port": 7650,
      "http.port": 7657,
      "auth.token_lifetime": 86_400_000,
      "auth.allow_factory_password": false,
    });
    const moved = await effective([], { HOME: "/home/someone", XDG_STATE_HOME: "/state" });
    expect(moved.settings["data_dir"]).toBe("/state/pilothouse");
  });

  it("reads the usual file, and PILOTHOUSE_CONFIG names another", async () => {
    const file = join(scratch(), "pilothouse.toml");
    writeFileSync(file, 'locale = "fr"\n');
    expect((await effective([], { PILOTHOUSE_CONFIG: file })).settings["locale"]).toBe("fr");
  });

  it("--default prints a file that, uncommented, says what is so without it", async () => {
    const { stdout } = await run(["config", "--default"]);
    const file = join(scratch(), "pilothouse.toml");
    writeFileSync(file, stdout);
    const env = { HOME: "/home/someone" };
    const untouched = await effective(["--config", file], env);
    expect(new Set(Object.values(untouched.sources).map(({ source }) => source))).toEqual(
      new Set(["default"]),
    );

    writeFileSync(file, stdout.replaceAll(/^# ([a-z_]+ = .+)$/gm, "$1"));
    const uncommented = await effective(["--config", file], env);
    expect(uncommented.settings).toEqual(untouched.settings);
    const fromFile = Object.entries(uncommented.sources).filter(([, { source }]) => source === "file");
    const withDefault = Object.values(untouched.settings).filter((value) => value !== undefined);
    expect(fromFile).toHaveLength(withDefault.length);
  });
});

describe.concurrent("pilothouse passwd", () => {
  const passwd = (dataDir: string, input: string) => run(["passwd", "--data-dir", dataDir], { input });

  it.each([["passwd"], ["backup", "/nowhere/file"], ["leave"]])(
    "makes no store where no service has run, nor does any other: %s",
    async (...command) => {
      const dataDir = join(scratch(), "data");
      for (const there of [false, true]) {
        if (there) mkdirSync(dataDir);
        const { code, stdout, stderr } = await run([...command, "--data-dir", dataDir], {
          input: "long enough\n",
        });
        expect([code, stdout]).toEqual([1, ""]);
        expect(stderr).toMatch(/^pilothouse: there is no store in [^\n]+\n$/);
        expect(stderr).toContain(dataDir);
        expect(existsSync(join(dataDir, "pilothouse.db"))).toBe(false);
        expect(existsSync(dataDir)).toBe(there);
      }
    },
  );

  it("sets it of a service that runs, and revokes every token", async () => {
    const dataDir = scratch();
    const served = await serve(dataDir);
    const changed = await passwd(dataDir, `${PASSWORD}\n`);
    expect([changed.code, changed.stdout]).toEqual([0, ""]);
    expect(changed.stderr).toBe(`Password changed in ${dataDir}; all tokens are revoked.\n`);
    const Token = await tokenFor(served.https, PASSWORD);
    expect((await rpc(served.https, "Echo", { Token, Echo: "x" })).result).toEqual({ Result: "x" });
    expect((await passwd(dataDir, "changed while it runs")).code).toBe(0);
    expect((await rpc(served.https, "Echo", { Token, Echo: "x" })).code).toBe(-32003);
    expect((await logIn(served.https, PASSWORD)).code).toBe(-32001);
    expect((await logIn(served.https, "changed while it runs")).code).toBeUndefined();
    await served.kill("SIGTERM");

    expect((await passwd(dataDir, "changed while it rests")).code).toBe(0);
    const again = await serve(dataDir);
    expect((await logIn(again.https, "changed while it rests")).code).toBeUndefined();
    await again.kill("SIGTERM");
  });

  it.each([
    ["the factory password", `${FACTORY}\n`, 1],
    ["an empty line", "\n", 1],
    ["nine characters", "nine char\n", 1],
    ["a common password", "qwertyuiop\n", 1],
    ["over 1,024 characters", `${"p".repeat(1_025)}\n`, 1],
    ["nothing at all", "", 2],
  ])("refuses %s in one line, and changes nothing", async (_what, input, exitCode) => {
    const dataDir = scratch();
    await choosePassword(dataDir, PASSWORD);
    const before = readFileSync(join(dataDir, "pilothouse.db"));
    const { code, stderr } = await passwd(dataDir, input);
    expect(stderr).toMatch(/^pilothouse: .+\n$/);
    if (input.trim() !== "") expect(stderr).not.toContain(input.trim());
    expect(code).toBe(exitCode);
    expect(readFileSync(join(dataDir, "pilothouse.db")).equals(before)).toBe(true);
  });
});

describe.concurrent("pilothouse", () => {
  it("prints its version", async () => {
    const { code, stdout } = await run(["--version"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it("explains itself and each command", async () => {
    const { code, stdout } = await run(["--help"]);
    expect(code).toBe(0);
    for (const command of ["serve", "config", "passwd", "feed"])
      expect(stdout).toMatch(new RegExp(`^  ${command} `, "m"));
    const { stdout: serveHelp } = await run(["serve", "--help"]);
    expect(serveHelp).toContain("--https-port <value>");
    const examples = serveHelp.indexOf("\nExamples:");
    const wide = serveHelp
      .slice(0, examples === -1 ? undefined : examples)
      .split("\n")
      .filter((line) => line.length > 80);
    expect(wide).toEqual([]);
  });

  it("prints the help of a command of several words, asked for in either way", async () => {
    const { code, stdout } = await run(["help", "net", "set"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: pilothouse net set /);
    expect(stdout).toBe((await run(["net", "set", "--help"])).stdout);
    expect((await run(["help", "serve"])).stdout).toMatch(/^Usage: pilothouse serve /);
  });
});
