import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { RpcError } from "@pilothouse/protocol";
import { scratch } from "@pilothouse/system/testing/scratch";
import { TestClock } from "@pilothouse/system/testing/test-clock";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Peer } from "../../rpc/call.js";
import { Stage } from "../../rpc/testing/stage.js";
import { PASSWORD_VALUE } from "../../store/opening/soundness.js";
import { Store } from "../../store/store.js";
import { putValue, readValue } from "../../store/values.js";
import { type BackedUp, pack, unpack } from "./archive.js";
import { backup as feature } from "./feature.js";
import { makeBackup } from "./make-backup.js";
import type { Staged } from "./swap/swap.js";

const PASSPHRASE = "five grey herons";
let stage: Stage;
/** What the service was told to restart with. */
let restarted: Staged[];
let clock: TestClock;
beforeEach(async () => {
  stage = await Stage.open();
  restarted = [];
  clock = new TestClock(stage.clock.now());
});
afterEach(() => stage.close());

const opened = async (more: Partial<Parameters<typeof feature.open>[0]> = {}) => {
  const { store, log, dir, audit } = stage;
  const settings = () => ({ data_dir: dir, "https.enabled": true }) as never;
  const requirePassword = async (password: string) => {
    if (password !== "the password") throw new RpcError("wrongPassword");
  };
  return feature.open({
    ...{ store, clock, log, settings, audit, version: "1.2.3", events: { add: async () => {} } },
    auth: { requirePassword, rules: stage.auth.rules },
    router: { kind: "simulator" },
    backupFiles: async () => [],
    onRestore: (staged) => void restarted.push(staged),
    ...more,
  });
};
type Opened = Awaited<ReturnType<typeof opened>>;

/** Everything of the data directory that an upload has made. */
const left = () => readdirSync(stage.dir).filter((name) => /^\.?restor/.test(name));

const asker =
  ({ handlers }: Opened, token = stage.token, peer: Peer = stage.peer) =>
  async (method: string, params: object) => {
    const answer = await stage.call(`pilothouse.${method}`, { Token: token, ...params }, handlers, peer);
    answer.afterwards?.();
    return answer;
  };
type Ask = ReturnType<typeof asker>;

const saved = (files: readonly string[] = []) =>
  makeBackup({
    ...{ dataDir: stage.dir, store: stage.store, files, version: "1.2.3" },
    ...{ now: 1_700_000_000_000, passphrase: PASSPHRASE },
  });
const packed = async (more: readonly BackedUp[], keep: (one: BackedUp) => boolean = () => true) => {
  const copy = join(stage.dir, "copy.db");
  writeFileSync(copy, "");
  await stage.store.copyInto(copy);
  const store = { path: "pilothouse.db", mode: 0o600, bytes: readFileSync(copy) };
  return pack({ at: 1, version: "1", dataDir: "/old", files: [store, ...more].filter(keep) });
};
const file = (path: string, bytes = Buffer.from("x")): BackedUp => ({ path, mode: 0o600, bytes });

/** Half a mebibyte that becomes more than half a gibibyte. */
function bomb(): Buffer {
  const zeros = gzipSync(Buffer.alloc(2 ** 24));
  const listed = { path: "pilothouse.db", mode: 0o600, size: 33 * 2 ** 24, sha256: "" };
  const list = JSON.stringify({ at: 1, version: "1", dataDir: "/old", files: [listed] });
  const content = Buffer.concat([gzipSync(`${list}\n`), ...Array<Buffer>(33).fill(zeros)]);
  const sum = createHash("sha256").update(content).digest();
  return Buffer.concat([Buffer.from("PILOTHOUSE-BACKUP-1\n"), sum, content]);
}

/** Uploads in parts; the name of the upload. */
async function uploaded(ask: Ask, bytes: Buffer, part = 2 ** 19): Promise<string> {
  const begun = await ask("restoreUpload", { password: "the password", bytes: bytes.length });
  const name = String(begun.result?.["file"]);
  for (let from = 0; from < bytes.length; from += part) {
    const next = bytes.subarray(from, from + part);
    const { result } = await ask("restorePart", { file: name, from, part: next.toString("base64") });
    expect(result).toEqual({ next: from + part < bytes.length ? from + part : null });
  }
  return name;
}

describe("a restore from a browser", () => {
  it("is uploaded in parts, shown, and then given to the one who restarts the service", async () => {
    await stage.store.write((db) => {
      putValue(db, "events.router", "i2pd");
      putValue(db, "router.i2pd", '{"tunnelArguments":["--tunconf=/etc/passwd"]}');
      putValue(db, "router.simulator", "{}");
      putValue(db, "fleet.key", "{}");
      db.run(
        `INSERT INTO token (hash, issued, expires, factory, address, name, scope, program)
         VALUES ('h', 1, ?, 0, 'a', 'grafana', 'read', 1)`,
        clock.now() + 60_000,
      );
    });
    const elsewhere = join(scratch(), "router.keys");
    writeFileSync(elsewhere, "keys");
    mkdirSync(join(stage.dir, "i2pd"));
    writeFileSync(join(stage.dir, "i2pd", "i2pd.conf"), "log = file");
    const bytes = await saved([elsewhere, join(stage.dir, "i2pd", "i2pd.conf")]);
    await stage.store.write((db) => {
      putValue(db, PASSWORD_VALUE, '"another"');
      for (const gone of ["fleet.key", "router.i2pd"]) db.run("DELETE FROM value WHERE name = ?", gone);
      db.run("UPDATE token SET hash = 'i', name = 'backup job' WHERE hash = 'h'");
    });
    const ask = asker(await opened());
    const name = await uploaded(ask, bytes, 999);
    expect(statSync(join(stage.dir, name)).mode & 0o777).toBe(0o600);
    expect((await ask("restoreCheck", { file: name, passphrase: PASSPHRASE })).result).toEqual({
      ...{ made: 1_700_000_000_000, version: "1.2.3", dataDir: stage.dir },
      ...{ router: "i2pd", routerNow: "simulator", password: "other", certificate: null, fleet: "joined" },
      ...{ tokensAgain: ["grafana"], tokensGone: ["backup job"] },
      left: [elsewhere, "i2pd/i2pd.conf"],
    });
    // The upload has become files that wait.
    expect(left()).toHaveLength(1);
    expect(restarted).toEqual([]);
    const { result } = await ask("restore", { file: name, password: "the password" });
    expect(result).toEqual({ restoring: true });
    const [staged] = restarted;
    expect(staged?.paths).toEqual(["pilothouse.db"]);
    const store = Store.open(join(staged?.stage ?? "", "new"));
    const names = ["router.i2pd", "router.simulator", "fleet.key"];
    expect(names.map((one) => readValue(store, one))).toEqual([undefined, "{}", "{}"]);
    expect(store.all("SELECT name FROM token")).toEqual([{ name: "grafana" }]);
    await store.close();
    // What has only been prepared is no restore.
    expect(await stage.recorded()).toEqual([{ action: "restore", outcome: "ok", details: [] }]);
  });

  it("is removed when it is cancelled, after ten minutes, by the next one, and at a start", async () => {
    const feature = await opened();
    const ask = asker(feature);
    const bytes = await saved();
    const check = async () => {
      const file = await uploaded(ask, bytes);
      expect((await ask("restoreCheck", { file, passphrase: PASSPHRASE })).error).toBeUndefined();
      return file;
    };
    expect((await ask("restore", { file: await check(), cancel: true })).result).toEqual({
      restoring: false,
    });
    expect(left()).toEqual([]);
    const old = await check();
    clock.advance(599_000);
    const tick = async () => {
      for (const { work } of feature.recurring ?? []) await work();
    };
    await tick();
    expect(left()).toHaveLength(1);
    clock.advance(2_000);
    await tick();
    expect(left()).toEqual([]);
    const gone = await ask("restore", { file: old, password: "the password" });
    expect(gone.error?.data).toMatchObject({ key: "file", code: "restore.gone" });
    await check();
    await uploaded(ask, bytes);
    expect(left()).toHaveLength(1);
    await check();
    await opened();
    expect(left()).toEqual([]);
    expect(restarted).toEqual([]);
  });

  it.each<[string, () => Promise<Buffer> | Buffer, string, object]>([
    ["a wrong passphrase", () => saved(), "wrong", { key: "passphrase", code: "restore.passphrase" }],
    ["no passphrase", () => saved(), "", { key: "passphrase", code: "restore.passphrase" }],
    [
      "a byte that was changed",
      async () => {
        const bytes = await saved();
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
        return bytes;
      },
      PASSPHRASE,
      { key: "passphrase", code: "restore.passphrase" },
    ],
    [
      "a cut file",
      async () => (await packed([])).subarray(0, -9),
      "",
      { key: "file", code: "restore.damaged" },
    ],
    ["another file", () => Buffer.from("GIF89a"), "", { key: "file", code: "restore.foreign" }],
    [
      "a newer format",
      () => Buffer.from("PILOTHOUSE-BACKUP-9\n…"),
      "",
      { key: "file", code: "restore.newer" },
    ],
    [
      "a newer store",
      async () => {
        await stage.store.write((db) => db.exec("PRAGMA user_version = 9999"));
        return packed([]);
      },
      "",
      { key: "file", code: "restore.newer" },
    ],
    [
      "a store of another program",
      () =>
        packed(
          [file("pilothouse.db", Buffer.from("x".repeat(4_096)))],
          ({ bytes }) => (bytes as Buffer)[0] === 120,
        ),
      "",
      { key: "file", code: "restore.damaged" },
    ],
    ["no store", () => packed([file("a")], ({ path }) => path === "a"), "", { code: "restore.damaged" }],
    ["two stores", () => packed([file("pilothouse.db")]), "", { code: "restore.damaged" }],
    [
      "a certificate that is none",
      () => packed([file("certificate.pem"), file("key.pem")]),
      "",
      { code: "restore.damaged" },
    ],
    ["a hub's", () => packed([file("fleet-keys.json")]), "", { key: "file", code: "restore.hub" }],
    ["a bomb", () => bomb(), "", { key: "file", code: "restore.large" }],
    [
      "a time that is no date",
      async () => pack({ ...(await unpack(await packed([]), async () => "")), at: 8.64e15 + 1 }),
      "",
      { key: "file", code: "restore.damaged" },
    ],
  ])("is refused with %s, on record, and nothing is left of it", async (_what, make, passphrase, data) => {
    const ask = asker(await opened());
    const bytes = await make();
    const name = await uploaded(ask, bytes);
    const given = passphrase === "" ? {} : { passphrase };
    const { error } = await ask("restoreCheck", { file: name, ...given });
    expect(error).toMatchObject({ code: -32602, data });
    expect(left()).toEqual([]);
    expect(await stage.recorded()).toEqual([{ action: "restore", outcome: "invalidParams", details: [] }]);
  });

  it("is refused before it is read where there is too little memory for it", async () => {
    const ask = asker(await opened());
    const file = await uploaded(ask, Buffer.from("GIF89a"));
    // A group of processes with nothing left, nor in a swap file.
    const given = vi.spyOn(process, "constrainedMemory").mockReturnValue(-(2 ** 50));
    onTestFinished(() => given.mockRestore());
    const { error } = await ask("restoreCheck", { file });
    expect(error).toMatchObject({ code: -32000, data: { code: "backup.memory" } });
    expect(left()).toEqual([]);
  });

  it("writes no file but the store and the certificate, whatever the paths in the backup are", async () => {
    const ask = asker(await opened());
    const tricks = [
      ...[
        "../planted",
        "/tmp/ph-planted",
        "a/../../planted",
        "pilothouse.db-journal",
        ".restoring/plan.json",
      ],
      ...["pilothouse.sock", "i2pd/i2pd.conf", "certificate.pem/../planted", "x\0y", "."],
    ];
    const name = await uploaded(ask, await packed(tricks.map((path) => file(path))));
    const { result } = await ask("restoreCheck", { file: name });
    expect(result?.["left"]).toEqual(tricks);
    const folder = join(stage.dir, String(left()[0]));
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(["new", "new/pilothouse.db"]);
    expect(existsSync("/tmp/ph-planted")).toBe(false);
  });

  it("is only for the session that began it, and for a person at the service itself", async () => {
    const feature = await opened();
    const ask = asker(feature);
    const bytes = await saved();
    const name = await uploaded(ask, bytes);
    const { token } = await stage.auth.tokens.issue("192.0.2.1", false, () => true);
    const other = asker(feature, token);
    const gone = { key: "file", code: "restore.gone" };
    for (const [method, params] of [
      ["restorePart", { from: bytes.length, part: "AAAA" }],
      ["restoreCheck", { passphrase: PASSPHRASE }],
      ["restore", { password: "the password" }],
      ["restore", { cancel: true }],
    ] as const)
      expect((await other(method, { file: name, ...params })).error?.data).toMatchObject(gone);
    const program = await stage.auth.tokens.issueForProgram(
      { name: "grafana", scope: "all", lifetimeMs: 60_000, address: "local", factory: false },
      new AbortController().signal,
    );
    const begin = { password: "the password", bytes: 9 };
    const refused = { code: -32000, data: { code: "restore.machine" } };
    const operator: Peer = { address: "local", access: "operator" };
    for (const asks of [
      asker(feature, program.token),
      asker(feature, stage.token, { address: "hub", access: "all" }),
      asker(feature, stage.token, operator),
      asker(await opened({ onRestore: undefined })),
      asker(await opened({ auth: { requirePassword: async () => {}, rules: { accounts: {} } as never } })),
    ])
      expect((await asks("restoreUpload", begin)).error).toMatchObject(refused);
    for (const asks of [asker(feature, program.token), asker(feature, stage.token, operator)])
      expect((await asks("restore", { file: name, password: "the password" })).error).toMatchObject(refused);
    expect(restarted).toEqual([]);
  });

  it("wants the password at its beginning and at its end, and is checked before it is restored", async () => {
    const ask = asker(await opened());
    const wrong = { password: "a wrong one" };
    expect((await ask("restoreUpload", { ...wrong, bytes: 9 })).error).toMatchObject({ code: -32001 });
    expect(left()).toEqual([]);
    const file = await uploaded(ask, await saved());
    const given = { file, password: "the password" };
    expect((await ask("restore", given)).error?.data).toMatchObject({ code: "restore.gone" });
    expect((await ask("restoreCheck", { file, passphrase: PASSPHRASE })).error).toBeUndefined();
    expect((await ask("restore", { file, ...wrong })).error).toMatchObject({ code: -32001 });
    expect((await ask("restore", { file })).error?.data).toMatchObject({ key: "password" });
    expect(restarted).toEqual([]);
    expect((await ask("restore", given)).result).toEqual({ restoring: true });
    expect((await ask("restore", given)).error?.data).toMatchObject({ code: "restore.busy" });
    expect(restarted).toHaveLength(1);
  });

  it("restarts the service once, however often it is confirmed before the answer has left", async () => {
    const feature = await opened();
    const ask = asker(feature);
    const bytes = await saved();
    const file = await uploaded(ask, bytes);
    await ask("restoreCheck", { file, passphrase: PASSPHRASE });
    const params = { Token: stage.token, file, password: "the password" };
    const confirm = () => stage.call("pilothouse.restore", params, feature.handlers);
    const answers = [await confirm(), await confirm()];
    expect(answers.map(({ result, error }) => result ?? error?.data)).toMatchObject([
      { restoring: true },
      { code: "restore.busy" },
    ]);
    // Nor is there room for another upload, or a way back.
    for (const [method, more] of [
      ["restoreUpload", { password: "the password", bytes: 9 }],
      ["restore", { file, cancel: true }],
    ] as const)
      expect((await ask(method, more)).error?.data).toMatchObject({ code: "restore.busy" });
    for (const { afterwards } of answers) afterwards?.();
    expect(restarted).toHaveLength(1);
    expect(left()).toHaveLength(1);
  });

  it("leaves what is known of a real router as it is", async () => {
    const ask = asker(await opened({ router: { kind: "i2pd" } }));
    const file = await uploaded(ask, await packed([]));
    await ask("restoreCheck", { file });
    await ask("restore", { file, password: "the password" });
    expect(restarted[0]?.stays).toEqual(["router.i2pd", "budget.held.i2pd", "apply", "graceful.order"]);
  });

  it("takes its parts in their order, no more of them than it was told, and no more than a browser holds", async () => {
    const ask = asker(await opened());
    const large = await ask("restoreUpload", { password: "the password", bytes: 2 ** 28 + 1 });
    expect(large.error?.data).toMatchObject({ key: "bytes", code: "restore.large" });
    const begun = await ask("restoreUpload", { password: "the password", bytes: 10 });
    const file = String(begun.result?.["file"]);
    const part = async (from: number, part: string) => {
      const { result, error } = await ask("restorePart", { file, from, part });
      return result ?? error?.data;
    };
    const bytes = (count: number) => Buffer.alloc(count, 1).toString("base64");
    expect(await part(3, bytes(3))).toMatchObject({
      key: "from",
      code: "restore.order",
      values: { next: 0 },
    });
    expect(await part(0, bytes(11))).toMatchObject({ key: "part" });
    for (const bad of ["", "%%%%", "AA", "AAAA\n"]) expect(await part(0, bad)).toMatchObject({ key: "part" });
    expect(await part(0, bytes(6))).toEqual({ next: 6 });
    expect(await part(0, bytes(6))).toMatchObject({ key: "from", values: { next: 6 } });
    const early = await ask("restoreCheck", { file, passphrase: PASSPHRASE });
    expect(early.error?.data).toMatchObject({ key: "file", code: "restore.order" });
    expect(await part(6, bytes(4))).toEqual({ next: null });
    expect(await part(10, bytes(1))).toMatchObject({ key: "part" });
    expect(
      (await ask("restorePart", { file: "../pilothouse.db", from: 0, part: "AAAA" })).error?.data,
    ).toMatchObject({ code: "restore.gone" });
  });
});
