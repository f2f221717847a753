import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { Person } from "../command.js";
import { OtherServer } from "../session/other-server.js";

const completed = async (person: Person, words: readonly string[]) =>
  (await person.run(["__complete", "--", ...words])).out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t")[0]);

describe("completion", () => {
  it.each([
    [["adv"], ["advanced"]],
    [
      ["advanced", ""],
      ["list", "get", "set", "edit", "replace", "history", "undo"],
    ],
    [["help", "wat"], ["watch"]],
    [["info", "--js"], ["--json"]],
    [
      ["info", "net.bw.in"],
      ["net.bw.inbound.1s", "net.bw.inbound.15s"],
    ],
    [["info", "--json", "uptime", "vers"], ["version"]],
    [["net", "get", "ssu.d"], ["ssu.detectedip"]],
    [
      ["net", "set", "bw."],
      ["bw.share=", "bw.in=", "bw.out="],
    ],
    [
      ["net", "set", "bw.in=1", "ntcp.autoip="],
      ["ntcp.autoip=always", "ntcp.autoip=true", "ntcp.autoip=false"],
    ],
    [["rate", "bw.c"], ["bw.combined"]],
    [["call", "Net"], ["NetworkSetting"]],
    [
      ["completion", ""],
      ["bash", "zsh", "fish"],
    ],
    [["serve", "--log-l"], ["--log-level"]],
    [["advanced", "replace", ""], [":files"]],
    [["login", "--ca", ""], [":files"]],
    [["__com"], []],
  ])("of %j", async (words, wanted) => {
    expect(await completed(new Person(), words)).toEqual(wanted);
  });

  it("knows the profiles as they are now", async () => {
    await using server = await OtherServer.start();
    const person = new Person();
    await person.json(["login", server.url, "-p", "attic"], { env: { PILOTHOUSE_PASSWORD: "secret" } });
    expect(await completed(person, ["info", "-p", "a"])).toEqual(["attic"]);
    expect(await completed(person, ["profiles", "use", ""])).toEqual(["attic"]);
    expect(await completed(person, ["-p", "attic", "inf"])).toEqual(["info"]);
  });

  it("knows the nodes of a hub, and is silent when it cannot ask", async () => {
    const filters: unknown[] = [];
    await using hub = await OtherServer.start({
      "fleet.nodes": ({ filter }) => {
        filters.push(filter);
        return {
          columns: { name: ["ams-1", "fra-ams", "ams-2"], state: ["online", "offline", "waiting"] },
          next: null,
        };
      },
    });
    const person = new Person();
    await person.json(["login", hub.url, "-p", "hub"], { env: { PILOTHOUSE_PASSWORD: "secret" } });
    const completedAs = (word: string) => person.run(["__complete", "--", "info", "-p", word]);
    expect(await completedAs("hub/ams")).toMatchObject({
      ...{ code: 0, err: "", out: "hub/ams-1\tonline\nhub/ams-2\twaiting\n" },
    });
    expect(filters).toEqual(["ams"]);
    const nothing = { code: 0, err: "", out: "" };
    expect(await completedAs("elsewhere/ams")).toMatchObject(nothing);
    hub.forget();
    const before = hub.calls.filter((method) => method === "Authenticate").length;
    expect(await completedAs("hub/")).toMatchObject(nothing);
    expect(hub.calls.filter((method) => method === "Authenticate")).toHaveLength(before);
    await hub.close();
    expect(await completedAs("hub/")).toMatchObject(nothing);
  });

  it("works in bash, with its way of cutting words", async () => {
    const person = new Person();
    const inBash = async (...words: string[]) => {
      const script = `source <(pilothouse completion bash)
        compopt() { :; }
        COMP_WORDS=(pilothouse "$@") COMP_CWORD=$#
        _pilothouse pilothouse
        printf '%s\\n' "\${COMPREPLY[@]}"`;
      const { out, err } = await person.bash(script, words);
      expect(err).toBe("");
      return out.trim().split("\n");
    };
    expect(await inBash("inf")).toEqual(["info"]);
    expect(await inBash("net", "set", "bw.o")).toEqual(["bw.out="]);
    expect(await inBash("net", "set", "upnp", "=", "t")).toEqual(["true"]);
    expect(await inBash("net", "set", "upnp", "=")).toEqual(["true", "false"]);
    expect(await inBash("advanced", "replace", "bi")).toEqual(["bin"]);
  });

  it.each(["zsh", "fish"])(
    "has a script for %s that this shell can read, where it is installed",
    async (shell) => {
      const { code, out } = await new Person().run(["completion", shell]);
      expect(code).toBe(0);
      expect(out).toContain("__complete --");
      const checked = spawnSync(shell, ["-n"], { input: out, encoding: "utf8" });
      if (checked.error === undefined) expect(checked).toMatchObject({ status: 0, stderr: "" });
    },
  );

  it("knows no other shell", async () => {
    const { code, err } = await new Person().run(["completion", "fisch"]);
    expect(code).toBe(2);
    expect(err).toContain("did you mean fish?");
  });
});
