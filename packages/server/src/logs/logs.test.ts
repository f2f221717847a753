import { appendFileSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type LogLevel, type Params, reason } from "@pilothouse/protocol";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeEach, describe, expect, it } from "vitest";
import { silentLog } from "../log.js";
import { readLogFile } from "./log-file.js";
import { LogRing } from "./log-ring.js";
import { Logs, type RouterLogPlace } from "./logs.js";

const clock = { now: () => 1_800_000_000_000 };
const NOBODY = { secrets: ["swordfish"], hosts: [], users: [], homes: [] };

let dir: string;
let file: string;
let level: LogLevel;
let ring: LogRing;

beforeEach(() => {
  dir = scratch();
  file = join(dir, "router.log");
  level = "info";
  ring = new LogRing(clock, () => level, 5);
});
const levelOf = (line: string) => /^\[(\w+)\]/.exec(line)?.[1] as LogLevel | undefined;
const logs = (place: RouterLogPlace = { file, level: levelOf }) =>
  new Logs({ ring, routerLog: () => place, privacy: async () => NOBODY });
const texts = async (from: Logs, asked: Omit<Params<"pilothouse.logs">, "source">, source = "router") => {
  const reply = await from.read({ source: source as "router", ...asked });
  return { ...reply, lines: reply.lines.map(({ text }) => text) };
};

describe("the router's log", () => {
  it("is read from its end, and then from where the last answer ended", async () => {
    writeFileSync(file, "one\ntwo\nthree\nbegun");
    const from = logs();
    const first = await texts(from, { limit: 2 });
    expect(first).toMatchObject({ available: true, lines: ["two", "three"], missed: false });
    appendFileSync(file, " and ended\n");
    const second = await texts(from, { after: first.next });
    expect(second).toMatchObject({ lines: ["begun and ended"], missed: false });
    expect(await texts(from, { after: second.next })).toMatchObject({ lines: [], missed: false });
  });

  it("is read from the beginning when it was rotated or emptied, and the answer says so", async () => {
    writeFileSync(file, "old\n");
    const from = logs();
    const { next } = await texts(from, {});
    renameSync(file, `${file}.1`);
    writeFileSync(file, "new\n");
    const rotated = await texts(from, { after: next });
    expect(rotated).toMatchObject({ lines: ["new"], missed: true });
    truncateSync(file);
    expect(await texts(from, { after: rotated.next })).toMatchObject({ lines: [], missed: true });
  });

  it("is read in bounded pieces, which begin with a whole line", async () => {
    writeFileSync(file, Array.from({ length: 1_000 }, (_, n) => `line ${n}\n`).join(""));
    const { lines, next, missed } = await readLogFile(file, undefined, 100);
    expect(lines[0]).toMatch(/^line \d{3}$/);
    expect(lines.at(-1)).toBe("line 999");
    expect(missed).toBe(false);
    appendFileSync(file, `${"x".repeat(200)}\nlast\n`);
    expect(await readLogFile(file, next, 100)).toMatchObject({ lines: ["last"], missed: true });
  });

  it.each([
    ["very many lines", "\n".repeat(200_000)],
    ["very long lines", `${"x".repeat(50_000)}\n`.repeat(5)],
  ])("is searched in pieces, between which others have their turn, if it has %s", async (_what, text) => {
    writeFileSync(file, text);
    let turns = 0;
    const count = async () => void turns++;
    await logs().read({ source: "router", text: "nowhere" }, count);
    expect(turns).toBeGreaterThanOrEqual(2);
  });

  it("is narrowed by level and text; a line without a level belongs to the one before", async () => {
    writeFileSync(file, "[info] Alpha\n[error] Beta\n  because of alpha\n[debug] gamma\n");
    expect((await texts(logs(), { level: "warn" })).lines).toEqual(["[error] Beta", "  because of alpha"]);
    expect((await texts(logs(), { text: "ALPHA" })).lines).toEqual(["[info] Alpha", "  because of alpha"]);
    expect((await logs().read({ source: "router", level: "error", text: "beta" })).lines).toEqual([
      { at: null, level: "error", text: "[error] Beta" },
    ]);
  });

  it("loses what others must not see, also to a search", async () => {
    writeFileSync(file, "peer 192.0.2.77 knows swordfish\nthe token: abc\n");
    const { lines } = await texts(logs(), {});
    expect(lines).toEqual(["peer <address-1> knows <secret-1>", "the token <secret>"]);
    expect((await texts(logs(), { text: "swordfish" })).lines).toEqual([]);
  });

  it("shows no rest of a line to one who asks for what comes after the middle of it", async () => {
    const text = "the token: Trout-9\nnext\nlogin at 192.0.2.77\n";
    writeFileSync(file, text);
    const [id] = (await texts(logs(), {})).next.split(".");
    const whole = ["the token <secret>", "next", "login at <address-1>"];
    for (let at = 0; at <= text.length; at++) {
      const skipped = text.slice(0, at).split("\n").length - (text[at - 1] === "\n" || at === 0 ? 1 : 0);
      const { lines, missed } = await texts(logs(), { after: `${id}.${at}` });
      expect([at, lines]).toEqual([at, whole.slice(skipped)]);
      expect([at, missed]).toEqual([at, at > 0 && text[at - 1] !== "\n"]);
    }
    writeFileSync(file, "the token: Trout-9");
    const { next } = await texts(logs(), { after: `${id}.11` });
    appendFileSync(file, "8\nend\n");
    expect((await texts(logs(), { after: next })).lines).toEqual(["end"]);
  });

  it("says why it cannot be read", async () => {
    expect(await texts(logs({ why: reason("log.notJava", { place: "/java" }) }), {})).toMatchObject({
      available: false,
      why: "There is no log-router-0.txt in /java (upstream.log_file).",
      data: { "why.code": "log.notJava", "why.place": "/java" },
    });
    const absent = await texts(logs(), {});
    expect(absent).toMatchObject({ available: false, why: "The router has not written a log yet." });
    expect(await texts(logs({ file: dir }), {})).toMatchObject({
      available: false,
      why: expect.stringMatching(/is not a file/),
    });
    writeFileSync(file, "first\n");
    expect((await texts(logs(), { after: absent.next })).lines).toEqual(["first"]);
  });

  it("refuses a cursor that it did not give", async () => {
    await expect(texts(logs(), { after: "nonsense" })).rejects.toThrow(/after is not the next/);
    await expect(texts(logs(), { after: "1-1.1" }, "service")).rejects.toThrow(/after is not the next/);
  });
});

describe("the service's own log", () => {
  it("is kept beside where it is written, as far as it is logged, in bounds", async () => {
    const written: unknown[] = [];
    const log = ring.beside({ ...silentLog, info: ((...given: unknown[]) => written.push(given)) as never });
    log.debug("not logged");
    log.info({ port: 7650 }, "ready");
    log.error({ err: new Error("no swordfish") }, "failed");
    expect(written).toEqual([[{ port: 7650 }, "ready"]]);
    const from = logs();
    const first = await from.read({ source: "service" });
    expect(first.lines).toEqual([
      { at: 1_800_000_000_000, level: "info", text: 'ready {"port":7650}' },
      { at: 1_800_000_000_000, level: "error", text: expect.stringMatching(/^failed .*no <secret-1>/) },
    ]);
    level = "debug";
    log.debug("now it is");
    expect(await texts(from, { after: first.next }, "service")).toMatchObject({
      lines: ["now it is"],
      missed: false,
    });
    for (let n = 0; n < 9; n++) log.warn(`warning ${n}`);
    expect(await texts(from, { after: first.next }, "service")).toMatchObject({
      lines: [4, 5, 6, 7, 8].map((n) => `warning ${n}`),
      missed: true,
    });
  });

  it("begins again with another run of the service, and says so", async () => {
    ring.beside(silentLog).info("before");
    const { next } = await logs().read({ source: "service" });
    expect(await texts(logs(), { after: next }, "service")).toMatchObject({
      lines: ["before"],
      missed: true,
    });
  });
});
