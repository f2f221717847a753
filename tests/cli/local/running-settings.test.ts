import { existsSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Person } from "../command.js";
import { serve } from "../served.js";

/** A service of somebody's whose settings were given as flags alone. */
async function servedWithFlags() {
  const person = new Person();
  const passwordFile = join(person.home, "password");
  writeFileSync(passwordFile, "secret\n", { mode: 0o600 });
  const served = await serve(person, [
    ...["--router", "upstream", "--upstream-url", "http://127.0.0.1:9/jsonrpc/"],
    ...["--upstream-password-file", passwordFile, "--locale", "de"],
  ]);
  const file = join(person.home, ".local/state/pilothouse/pilothouse.settings.json");
  const router = async (args: readonly string[] = [], env = {}) =>
    (await person.json(["config", ...args], { env })).settings.router;
  return { person, served, file, router };
}

describe("the settings of a service that was started with flags", () => {
  it("are found by doctor and logs, only for its owner", async () => {
    const { person, served, file } = await servedWithFlags();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await person.run(["logs"])).err).toContain("behind another server");
    const { findings } = JSON.parse((await person.run(["doctor", "--json"])).out);
    const of = (check: string) => findings.filter((one: { check: string }) => one.check === check);
    expect(JSON.stringify(of("settings"))).toContain(`process ${served.child.pid}`);
    expect(JSON.stringify(of("upstream"))).toContain("127.0.0.1:9");
  });

  it("are shown by config, with where the service got them from", async () => {
    const { person, served } = await servedWithFlags();
    const { settings, sources, running } = await person.json(["config"]);
    expect(settings).toMatchObject({ router: "upstream", locale: "de", "https.port": 0 });
    expect(sources.router).toEqual({ source: "flag", where: "--router" });
    expect(running).toBe(served.child.pid);
    expect((await person.run(["config"])).out).toContain(`process ${served.child.pid}`);
  });

  it("give way to flags, variables and a file that are named", async () => {
    const { person, router } = await servedWithFlags();
    expect(await router()).toBe("upstream");
    expect(await router(["--router", "simulator"])).toBe("simulator");
    expect(await router([], { PILOTHOUSE_ROUTER: "i2pd" })).toBe("i2pd");
    const file = join(person.home, "own.toml");
    writeFileSync(file, 'locale = "fr"\n');
    expect(await router(["--config", file])).toBe("simulator");
  });

  it("are found if the variable names the service's own file, and not if it names another", async () => {
    const person = new Person();
    const [file, other] = ["own.toml", "other.toml"].map((name) => join(person.home, name)) as [
      string,
      string,
    ];
    for (const one of [file, other]) writeFileSync(one, 'locale = "fr"\n');
    await serve(person, ["--config", file, "--simulator-seed", "77"]);
    const seed = async (PILOTHOUSE_CONFIG: string) =>
      (await person.json(["config"], { env: { PILOTHOUSE_CONFIG } })).settings["simulator.seed"];
    expect(String(await seed(file))).toBe("77");
    expect(String(await seed(other))).not.toBe("77");
  });

  it("are not believed where the file is a link", async () => {
    const { file, router } = await servedWithFlags();
    expect(await router()).toBe("upstream");
    renameSync(file, `${file}.elsewhere`);
    symlinkSync(`${file}.elsewhere`, file);
    expect(await router()).toBe("simulator");
  });

  it("are gone with the service, also when it was killed", async () => {
    const { served, file, router } = await servedWithFlags();
    await served.stop("SIGKILL");
    expect(existsSync(file)).toBe(true);
    expect(await router()).toBe("simulator");
    const next = await servedWithFlags();
    await next.served.stop();
    expect(existsSync(next.file)).toBe(false);
    expect(await next.router()).toBe("simulator");
  });

  it("follow a reload where that takes settings over", async () => {
    const person = new Person();
    const file = join(person.home, "pilothouse.toml");
    writeFileSync(file, 'locale = "fr"\n');
    const { child } = await serve(person, ["--config", file]);
    const settings = async () => (await person.json(["config"])).settings;
    expect((await settings()).locale).toBe("fr");
    // The router waits for a restart of the service.
    writeFileSync(file, 'locale = "es"\nrouter = "i2pd"\n');
    child.kill("SIGHUP");
    await expect.poll(async () => (await settings()).locale).toBe("es");
    expect((await settings()).router).toBe("simulator");
  });
});
