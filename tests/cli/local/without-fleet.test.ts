import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Person } from "../command.js";
import { serve } from "../served.js";

/** Refuses to load what holds code of fleets; the bundle names the file of each part. */
const REFUSING = `import vm from "node:vm";
const { Script } = vm;
vm.Script = class extends Script {
  constructor(source, options) {
    const found = /#region (packages\\/fleet\\/|packages\\/cli\\/dist\\/features\\/fleet\\/).*/.exec(source);
    if (found) throw new Error("loads " + found[0]);
    super(source, options);
  }
};`;

const module = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`;

/** A person whose programs cannot load anything of fleets. */
const person = (env: { readonly [name: string]: string }): Person =>
  new Person({ ...env, NODE_OPTIONS: `--import=${module(REFUSING)}` });

const WITHOUT = { PILOTHOUSE_WITHOUT: "fleet" };

describe("the program without fleets", () => {
  it("would load them otherwise: what follows is no accident", async () => {
    const { code, err } = await person({}).run(["echo", "x"]);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/loads #region packages\/cli\/dist\/features\/fleet\//),
    ]);
  });

  it("has the other commands in its help, and tells why it does not know those of fleets", async () => {
    const run = (...args: string[]) => person(WITHOUT).run(args);
    const help = await run("--help");
    expect([help.code, help.err]).toEqual([0, ""]);
    expect(help.out).toContain("info [options]");
    expect(help.out).not.toMatch(/^ {2}(hub|fleet|join|leave|membership) |Many routers|part of a fleet/m);
    for (const words of [["fleet", "nodes"], ["hub"], ["join", "x"]]) {
      const { code, err } = await run(...words);
      expect([words, code]).toEqual([words, 2]);
      expect(err).toContain("unknown command");
      expect(err).toContain("left out here (PILOTHOUSE_WITHOUT): fleet");
    }
    expect((await run("serve", "--help")).out).not.toContain("--hub-");
  });

  it("serves and is asked, checked and backed up", async () => {
    const owner = person(WITHOUT);
    const { stop } = await serve(owner);
    expect(await owner.json(["info", "--local"])).toMatchObject({ status: expect.any(String) });
    expect((await owner.run(["backup", join(owner.home, "a.backup"), "--local"])).err).toContain("keys");
    const { findings } = JSON.parse((await owner.run(["doctor", "--json"])).out);
    expect(findings.map((one: { check: string }) => one.check)).not.toContain("fleet");
    await stop();
    expect(await owner.run(["backup", join(owner.home, "b.backup")])).toMatchObject({ code: 0 });
  });

  it("cannot be without something that does not exist", async () => {
    const { code, err } = await new Person({ PILOTHOUSE_WITHOUT: "flet" }).run(["info"]);
    expect([code, err]).toEqual([
      2,
      "pilothouse: PILOTHOUSE_WITHOUT: flet cannot be left out; what can be is fleet\n",
    ]);
  });
});
