import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { CommandDefinition } from "../../../packages/cli/src/command/definition.js";
import { commandGroups } from "../../../packages/cli/src/commands.js";
import { loadFeatures } from "../../../packages/cli/src/features.js";
import { Person } from "../command.js";

/** The exit codes of docs/cli.md, for every command and every kind of failure that it can have. */

const [FAILED, USAGE, LOGIN, UNREACHABLE] = [1, 2, 4, 5];
const RUNNER = join(import.meta.dirname, "runner.mjs");
const ROWS = commandGroups(await loadFeatures())
  .flatMap(({ commands }) => commands)
  .filter(({ hidden }) => !hidden);
/** They run until they are stopped. */
const ENDING = ROWS.filter(({ reloads }) => !reloads);
/** Those that talk to a server; an editor wants a terminal first. */
const REMOTE = ENDING.filter(({ name, local }) => !local && name !== "advanced edit");

const DESTINATION = Buffer.alloc(387).toString("base64");
/** What a command is given where "x" would be wrong usage. */
const SAMPLES: { readonly [name: string]: readonly string[] } = {
  "net get": ["bw.in"],
  "net set": ["bw.in=1"],
  "advanced set": ["a=b"],
  "advanced replace": ["/dev/null"],
  info: [],
  rate: ["bw.sendRate", "60s"],
  call: ["Echo"],
  watch: ["--json", "--count", "1"],
  "sessions revoke": ["--others"],
  "token create": ["--name", "x", "--scope", "read"],
  "tunnel create": ["x", "Port=1"],
  "tunnel edit": ["x", "Port=1"],
  "tunnel import": ["x", RUNNER, "Port=1"],
  "names add": ["x.i2p", DESTINATION],
  "names remove": ["x.i2p"],
  "fleet label": ["x", "a=b"],
  "fleet adopt": ["--all"],
  "fleet apply": ["/dev/null"],
};

const words = (row: CommandDefinition): string[] => [
  ...row.name.split(" "),
  ...(row.options?.some(({ flags }) => flags.includes("--yes")) ? ["--yes"] : []),
  ...(SAMPLES[row.name] ?? (row.args ?? []).filter(({ name }) => name.startsWith("<")).map(() => "x")),
];

interface End {
  readonly line: string;
  readonly code: number;
  readonly said: string;
}

async function ends(lines: readonly (readonly string[])[], env = {}): Promise<readonly End[]> {
  const person = new Person();
  const file = join(person.home, "lines.json");
  writeFileSync(file, JSON.stringify(lines));
  const { code, out, err } = await person.node([RUNNER, file], { env });
  if (code !== 0) throw new Error(err);
  return JSON.parse(out) as End[];
}

/** All with another code than the one that is wanted. */
const others = (all: readonly End[], wanted: number | ((line: string) => number)) =>
  all.filter(({ line, code }) => code !== (typeof wanted === "number" ? wanted : wanted(line)));

/** A server of the interface that refuses every call. */
async function refusing(): Promise<string> {
  const server = createServer(async (request, response) => {
    const sent = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const refusal = ({ id }: { id: unknown }) => ({
      jsonrpc: "2.0",
      id,
      error: { code: -32000, message: "no" },
    });
    response.end(JSON.stringify(Array.isArray(sent) ? sent.map(refusal) : refusal(sent)));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe("every command ends with", () => {
  it("2 for an option that it does not have, and for an argument that is missing or one too many", async () => {
    const strange = ROWS.map((row) => [...words(row), "--nope"]);
    const lacking = ROWS.filter(({ args }) => args?.some(({ name }) => name.startsWith("<"))).map(
      ({ name }) => name.split(" "),
    );
    expect(others(await ends([...strange, ...lacking]), USAGE)).toEqual([]);
  });

  it("2 for a value that cannot be, before anything is sent", async () => {
    const bad = [
      ...[
        ["serve", "--https-port", "abc"],
        ["serve", "--router", "nope"],
        ["config", "--host"],
      ],
      ...[
        ["audit", "--limit", "501"],
        ["audit", "--limit", "many"],
        ["events", "--limit", "0"],
      ],
      ...[
        ["token", "create", "--name", "x", "--scope", "bogus"],
        ["token", "create", "--name", "", "--scope", "read"],
      ],
      ...[
        ["events", "--kind", "nope"],
        ["rate", "bw.sendRate", "soon"],
        ["call", "Echo", "{"],
      ],
      ...[
        ["net", "set", "bw.in=1", "bw.in=2"],
        ["net", "set", "bw.in=1", "i2p.router.net.bw.in=1"],
      ],
      ...[
        ["advanced", "set", "a=1", "a=2"],
        ["fleet", "label", "x", "a=1", "a=2"],
        ["fleet", "label", "x", "a=1", "a-"],
      ],
      ...[["login", "router.lan", "--ca", "/etc/passwd"]],
    ];
    const all = await ends(bad, { PILOTHOUSE_TOKEN: "x", PILOTHOUSE_URL: "http://127.0.0.1:9/" });
    expect(others(all, USAGE)).toEqual([]);
    const said = (line: string) => all.find((one) => one.line === line)?.said;
    expect(said("net set bw.in=1 i2p.router.net.bw.in=1")).toBe(
      "pilothouse: bw.in is set twice; set it once\n",
    );
    expect(said("advanced set a=1 a=2")).toBe("pilothouse: a is set twice; set it once\n");
    expect(said("audit --limit 501")).toBe("pilothouse: limit wants a whole number from 1 to 500, got 501\n");
    expect(said("login router.lan --ca /etc/passwd")).toContain("/etc/passwd holds no certificate (PEM)");
    expect(said("events --kind nope")).toMatch(
      /^pilothouse: there is no kind of event nope; there are service\.started, /,
    );
  });

  it("4 where no login is known", async () => {
    /** They need none, or make one. */
    const without: { readonly [name: string]: number } = { login: USAGE, passwd: FAILED, logs: 0 };
    const all = await ends(REMOTE.map(words));
    expect(others(all, (line) => without[line.split(" ")[0] ?? ""] ?? LOGIN)).toEqual([]);
  });

  it("5 where the server cannot be reached", async () => {
    const given = ["--url", "http://127.0.0.1:9/", "--no-input"];
    const lines = REMOTE.filter(({ name }) => name !== "login").map((row) => [...words(row), ...given]);
    expect(others(await ends(lines, { PILOTHOUSE_TOKEN: "x" }), UNREACHABLE)).toEqual([]);
  });

  it("1 where the server refuses", async () => {
    const given = ["--url", await refusing(), "--no-input"];
    const lines = REMOTE.filter(({ name }) => name !== "login").map((row) => [...words(row), ...given]);
    expect(others(await ends(lines, { PILOTHOUSE_TOKEN: "x" }), FAILED)).toEqual([]);
  });

  it("2 for a file that cannot be read", async () => {
    /** These are written, not read. */
    const written = new Set(["--out", "--data-dir"]);
    const byOption = ENDING.flatMap((row) =>
      (row.options ?? [])
        .filter(({ is, flags }) => is === "file" && !written.has(flags.split(" ")[0] ?? ""))
        .map(({ flags }) => [...words(row), flags.split(" ")[0] ?? "", "/nowhere/file"]),
    );
    const byArgument = ENDING.filter(({ name, args }) => args?.[0]?.is === "file" && name !== "backup").map(
      ({ name }) => [
        ...name.split(" "),
        "/nowhere/file",
        ...(name === "feed sign" ? ["--release", "1"] : []),
      ],
    );
    const bySettings = ENDING.filter(({ settings }) => settings !== undefined).map((row) => [
      ...words(row),
      ...["--config", "/nowhere/file"],
    ]);
    const all = await ends([...byOption, ...byArgument, ...bySettings]);
    expect(all.length).toBeGreaterThan(10);
    // They tell what is wrong with a set-up, whatever it is.
    const telling: { readonly [name: string]: number } = { doctor: FAILED, health: FAILED, report: 0 };
    expect(others(all, (line) => telling[line.split(" ")[0] ?? ""] ?? USAGE)).toEqual([]);
  });
});
