import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Person } from "../command.js";
import { loggedIn, startService, type TestService } from "../service.js";
import { OtherServer } from "../session/other-server.js";

let service: TestService;
let person: Person;

beforeEach(async () => {
  service = await startService();
  person = new Person(loggedIn(service));
});
afterEach(() => service[Symbol.asyncDispose]());

const file = (name: string, text: string): string => {
  const path = join(person.home, name);
  writeFileSync(path, text);
  return path;
};
/** What a terminal shows, without the breaks of long lines. */
const unbroken = (text: string): string => text.replaceAll(/\r?\n/g, "");

describe("net", () => {
  it("writes settings and shows them before and after", async () => {
    // Its own service: in the one that is shared, a change of another test may be waiting for a restart.
    await using own = await startService();
    const person = new Person(loggedIn(own));
    await person.json(["net", "set", "bw.in=512", "bw.share=50"]);
    expect(await person.json(["net", "set", "bw.in=1024", "bw.share=80"])).toEqual({
      before: { "bw.in": "512", "bw.share": "50" },
      after: { "bw.in": "1024", "bw.share": "80" },
      saved: true,
      restartNeeded: false,
      dryRun: false,
    });
    expect(await person.json(["net", "get", "bw.in", "svc.router.net.bw.share"])).toEqual({
      "bw.in": "1024",
      "bw.share": "80",
    });
    expect((await person.run(["net", "get", "bw.in"])).out).toMatch(/^bw\.in\s+1024 KiB\/s\s/);
    expect(Object.keys(await person.json(["net", "get"]))).toHaveLength(12);
  });

  it("says when a change waits for a restart", async () => {
    const { code, err } = await person.run(["net", "set", "ntcp.port=23456"]);
    expect(code).toBe(0);
    expect(err).toContain("pilothouse restart");
  });

  it("writes nothing in a dry run", async () => {
    const before = await person.json(["net", "get", "bw.out"]);
    expect(await person.json(["net", "set", "--dry-run", "bw.out=77"])).toMatchObject({
      after: { "bw.out": "77" },
      saved: false,
      dryRun: true,
    });
    expect(await person.json(["net", "get", "bw.out"])).toEqual(before);
  });

  it.each([
    ["bw.inn=5", "did you mean bw.in?"],
    ["bw.share=101", '"100"'],
    ["upnp=maybe", '"true", "false"'],
    ["ssu.detectedip=1.2.3.4", "wants null"],
    ["bw.in", "write name=value"],
  ])("refuses %s before anything is written", async (typed, why) => {
    // The detected address is the router's to change, and it may find it out meanwhile.
    const saved = async () => ({ ...(await person.json(["net", "get"])), "ssu.detectedip": undefined });
    const before = await saved();
    const { code, out, err } = await person.run(["net", "set", "bw.out=99", typed]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(why);
    expect(await saved()).toEqual(before);
  });
});

describe("audit", () => {
  it("shows what was changed, from what and to what", async () => {
    await person.json(["net", "set", "bw.out=321"]);
    await person.json(["net", "set", "bw.out=322"]);
    expect((await person.run(["audit", "--limit", "5"])).out).toMatch(
      /NetworkSetting .*ok .*bw\.out: 321 → 322/,
    );
    const { entries } = await person.json(["audit", "--limit", "1"]);
    expect(entries).toHaveLength(1);
  });
});

describe("advanced", () => {
  it("writes, reads and lists settings", async () => {
    expect(await person.json(["advanced", "set", "my.setting=a=b c"])).toMatchObject({
      added: { "my.setting": "a=b c" },
      written: true,
    });
    expect(await person.json(["advanced", "get", "my.setting"])).toEqual({ "my.setting": "a=b c" });
    expect((await person.run(["advanced", "get", "my.setting"])).out).toBe("a=b c\n");
    expect((await person.run(["advanced", "list"])).out.split("\n")).toContain("my.setting=a=b c");
    expect((await person.json(["advanced", "list"]))["my.setting"]).toBe("a=b c");
    const { code, err } = await person.run(["advanced", "get", "my.seting"]);
    expect(code).toBe(1);
    expect(err).toContain("did you mean my.setting?");
  });

  it("replaces everything by a file, and needs --yes to do so without a question", async () => {
    const before = await person.json(["advanced", "list"]);
    const kept = Object.fromEntries(Object.entries(before).filter(([name]) => name !== "my.setting"));
    await person.json(["advanced", "set", "my.setting=x", "your.setting=y"]);
    const conf = file("router.json", JSON.stringify({ ...kept, "your.setting": "z" }));
    const refused = await person.run(["advanced", "replace", conf]);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("--yes");
    const change = {
      added: {},
      changed: { "your.setting": { from: "y", to: "z" } },
      removed: { "my.setting": "x" },
    };
    expect(await person.json(["advanced", "replace", conf, "--dry-run"])).toEqual({
      ...change,
      written: false,
    });
    expect(await person.json(["advanced", "replace", conf, "--yes"])).toEqual({
      ...change,
      written: true,
      restartNeeded: expect.any(Boolean),
    });
    const list = await person.run(["advanced", "list"]);
    expect(list.out).not.toContain("my.setting");
    expect(await person.json(["advanced", "replace", "-", "--yes"], { input: list.out })).toMatchObject({
      written: false,
    });
  });

  it("asks twice at a terminal before it replaces everything", async () => {
    const all = (await person.run(["advanced", "list"])).out;
    const conf = file("router.conf", `# mine\n${all}twice.asked=yes\n`);
    const refused = person.terminal(["advanced", "replace", conf]);
    await refused.shows("+ twice.asked=yes");
    await refused.answer("Replace the whole configuration", "y");
    await refused.answer('Type "replace"', "yes");
    expect(await refused.ended()).toBe(1);
    expect((await person.run(["advanced", "list"])).out).toBe(all);
    const late = person.terminal(["advanced", "replace", conf]);
    await late.answer("Replace the whole configuration", "y");
    await person.json(["advanced", "set", "theirs.meanwhile=1"]);
    await late.answer('Type "replace"', "replace");
    expect(await late.ended()).toBe(1);
    expect(unbroken(late.text)).toMatch(
      /was changed by .+ \(theirs\.meanwhile\) meanwhile; nothing was written/,
    );
    expect(await person.json(["advanced", "get", "theirs.meanwhile"])).toEqual({ "theirs.meanwhile": "1" });
    const agreed = person.terminal(["advanced", "replace", conf]);
    await agreed.answer("Replace the whole configuration", "y");
    await agreed.answer('Type "replace"', "replace");
    expect(await agreed.ended()).toBe(0);
    expect(await person.json(["advanced", "get", "twice.asked"])).toEqual({ "twice.asked": "yes" });
  });

  it.each([
    ["a\n", "router.conf:1"],
    ["a=1\nb=2\na=3\n", "is already in line 1"],
    ["{", "is not JSON"],
    ['{"a": 1}', "wants a string"],
  ])("does not take a file of %j", async (text, why) => {
    const { code, err } = await person.run(["advanced", "replace", "--yes", file("router.conf", text)]);
    expect(code).toBe(2);
    expect(err).toContain(why);
  });
});

describe("advanced edit", () => {
  /** An editor that is a script: it is given the file's name. */
  const editor = (script: string): string => {
    const path = file("editor.sh", `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o700);
    return path;
  };

  it("opens the configuration in an editor with its options, shows what differs and writes it", async () => {
    await person.json(["advanced", "set", "edit.me=old", "edit.gone=x"]);
    const script = `[ "$1" = "two words" ] && sed -i -e 's/^edit.me=old/edit.me=new/' -e '/^edit.gone=/d' "$2"`;
    const EDITOR = `${editor(script)} 'two words'`;
    const terminal = person.terminal(["advanced", "edit"], { env: { EDITOR } });
    await terminal.shows("Write this?");
    expect(terminal.text).toContain("- edit.me=old\n+ edit.me=new");
    expect(terminal.text).toContain("- edit.gone=x");
    terminal.type("y");
    expect(await terminal.ended()).toBe(0);
    const all = await person.json(["advanced", "list"]);
    expect(all["edit.me"]).toBe("new");
    expect(all).not.toHaveProperty("edit.gone");
  });

  it("opens the text again when the router refuses it", async () => {
    await using server = await OtherServer.start({
      AdvancedSettings: ({ set }) => {
        if (set === undefined) return { getAll: { name: "old" } };
        if ((set as { name: string }).name === "worse") throw new Error("worse is refused");
        return { set };
      },
    });
    // Makes it worse first, and better when the text comes back.
    const EDITOR = editor(`sed -i -e 's/^name=worse/name=better/' -e 's/^name=old/name=worse/' "$1"`);
    const other = new Person({ EDITOR, PILOTHOUSE_PASSWORD: "secret" });
    const terminal = other.terminal(["advanced", "edit", "--url", server.url]);
    await terminal.shows("+ name=worse");
    await terminal.shows("Write this?");
    terminal.type("y");
    await terminal.answer(/worse is refused.*Edit again\?/s, "y");
    await terminal.shows("+ name=better");
    await terminal.shows(/better.*Write this\?/s);
    terminal.type("y");
    expect(await terminal.ended()).toBe(0);
    expect(terminal.text).toContain("Written.");
  });

  it("really gives the terminal to the editor", async () => {
    await person.json(["advanced", "set", "typed.in=vi"]);
    const EDITOR = editor(`printf 'EDITING ' && read word && sed -i "s/^typed.in=.*/typed.in=$word/" "$1"`);
    const terminal = person.terminal(["advanced", "edit"], { env: { EDITOR } });
    await terminal.answer("EDITING", "hand");
    await terminal.answer("Write this?", "y");
    expect(await terminal.ended()).toBe(0);
    expect(await person.json(["advanced", "get", "typed.in"])).toEqual({ "typed.in": "hand" });
  });

  it("lets a mistake be corrected, and writes nothing when the person does not agree", async () => {
    const before = await person.json(["advanced", "list"]);
    const EDITOR = editor(
      `if grep -q broken "$1"; then sed -i 's/^broken$/mended=1/' "$1"; else echo broken >> "$1"; fi`,
    );
    const terminal = person.terminal(["advanced", "edit"], { env: { EDITOR } });
    await terminal.answer("Edit again?", "");
    await terminal.shows("+ mended=1");
    await terminal.answer("Write this?", "n");
    expect(await terminal.ended()).toBe(1);
    expect(terminal.text).toMatch(/Your text is kept in \S+settings\.conf/);
    expect(await person.json(["advanced", "list"])).toEqual(before);
  });

  it("does not undo what someone else wrote meanwhile", async () => {
    const terminal = person.terminal(["advanced", "edit"], {
      env: { EDITOR: editor(`echo mine=1 >> "$1"`) },
    });
    await terminal.shows("Write this?");
    await person.json(["advanced", "set", "theirs=1"]);
    terminal.type("y");
    expect(await terminal.ended()).toBe(1);
    expect(unbroken(terminal.text)).toMatch(
      /was changed by .+ at \d{4}-\d\d-\d\dT.+ \(theirs\) meanwhile; nothing was written/,
    );
    const all = await person.json(["advanced", "list"]);
    expect(all["theirs"]).toBe("1");
    expect(all).not.toHaveProperty("mine");
  });

  it("needs a terminal, and an editor that succeeds", async () => {
    const { code, err } = await person.run(["advanced", "edit"]);
    expect([code, err]).toEqual([2, expect.stringContaining("edit needs a terminal")]);
    const terminal = person.terminal(["advanced", "edit"], { env: { EDITOR: "false" } });
    expect(await terminal.ended()).toBe(1);
    expect(terminal.text).toContain("the editor (false) failed");
  });
});
