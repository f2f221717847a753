import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { choosePassword } from "../../support/chosen-password.js";
import { Person } from "../command.js";
import { serve } from "../served.js";

const PASSWORD = "correct horse battery";

describe("backup and restore", () => {
  it("take a running service elsewhere, encrypted, and overwrite nothing without a yes", async () => {
    const person = new Person();
    const at = (name: string) => join(person.home, name);
    writeFileSync(at("passphrase"), "a long passphrase\n");
    const config = at("pilothouse.toml");
    writeFileSync(config, `data_dir = "${at("data")}"\n`);
    const served = await serve(person, ["--config", config]);
    expect(
      (await person.run(["passwd", "--local", "--data-dir", at("data")], { input: `${PASSWORD}\n` })).code,
    ).toBe(0);

    const backup = (...more: string[]) =>
      person.run(["backup", at("one"), "--data-dir", at("data"), ...more]);
    const sealed = ["--passphrase-file", at("passphrase")];
    expect(await backup(...sealed)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/one: [\d.]+ KiB\n/),
    });
    expect(statSync(at("one")).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(at("one"));
    expect(await backup()).toMatchObject({ code: 2, err: expect.stringContaining("is there already") });
    expect(readFileSync(at("one")).equals(bytes)).toBe(true);

    const restore = (dir: string, ...more: string[]) =>
      person.run(["restore", at("one"), "--data-dir", at(dir), ...more]);
    expect(await restore("other")).toMatchObject({
      code: 2,
      err: expect.stringContaining("--passphrase-file"),
    });
    writeFileSync(at("wrong"), "another one\n");
    expect(await restore("other", "--passphrase-file", at("wrong"))).toMatchObject({
      code: 1,
      err: expect.stringContaining("passphrase is wrong"),
    });
    expect(await restore("data", ...sealed, "--yes")).toMatchObject({
      code: 1,
      err: expect.stringContaining("stop it first"),
    });
    expect(existsSync(at("other"))).toBe(false);
    await served.stop();

    // What is undone is said before the question.
    expect(await restore("data", ...sealed)).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /Everything becomes as it was on [\s\S]*password of that time is valid again[\s\S]*fleet of that time[\s\S]*This replaces/,
      ),
    });
    const { code, err } = await restore("other", ...sealed);
    expect(code).toBe(0);
    expect(err).toContain("--everything");
    const again = await serve(person, ["--data-dir", at("other")]);
    expect(again.fingerprint).toBe(served.fingerprint);
    const logged = await person.run(["login", again.url, "--fingerprint", again.fingerprint], {
      env: { PILOTHOUSE_PASSWORD: PASSWORD },
    });
    expect(logged).toMatchObject({ code: 0 });
  });

  it("work without a service, put other files back on request, and say what is no backup", async () => {
    const person = new Person();
    const at = (name: string) => join(person.home, name);
    expect(await person.run(["backup", at("one")])).toMatchObject({
      code: 1,
      err: expect.stringContaining("there is no store"),
    });
    const config = at("pilothouse.toml");
    const settings = `data_dir = "${at("data")}"\n`;
    writeFileSync(config, settings);
    await choosePassword(at("data"), PASSWORD);
    expect(await person.json(["backup", at("one"), "--config", config])).toMatchObject({ encrypted: false });
    writeFileSync(config, "changed\n");
    const dry = await person.json(["restore", at("one"), "--data-dir", at("other"), "--dry-run"]);
    expect(dry).toMatchObject({ restored: false, files: ["pilothouse.db", config] });
    const restored = ["restore", at("one"), "--data-dir", at("other"), "--everything"];
    expect(await person.json([...restored, "--yes"])).toMatchObject({ restored: true, leftOut: [config] });
    expect(readFileSync(config, "utf8")).toBe("changed\n");
    const named = [...restored, "--config", config];
    expect(await person.run(named)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`outside of the data directory: ${config} (replaced)`),
    });
    expect(await person.json([...named, "--yes"])).toMatchObject({ restored: true, leftOut: [] });
    expect(readFileSync(config, "utf8")).toBe(settings);
    expect(await person.run(["restore", config])).toMatchObject({
      code: 1,
      err: expect.stringContaining("not a backup"),
    });
    expect(await person.run(["restore", at("nothing")])).toMatchObject({ code: 2 });
  });
});
