import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { systemClock } from "@pilothouse/drivers/port";
import {
  existingTargets,
  makeBackup,
  putValue,
  restore,
  restoredTokens,
  Store,
  silentLog,
  unpack,
  writeBackup,
} from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { pack } from "../../packages/server/src/features/backup/archive.js";
import { encrypt } from "../../packages/server/src/features/backup/encrypt.js";
import { bytesOf, type Content, requireMemory } from "../../packages/server/src/features/backup/pieces.js";
import { BackupSchedule } from "../../packages/server/src/features/backup/schedule.js";
import { EventLog } from "../../packages/server/src/features/record/event-log.js";
import { fillUp, smallDisk } from "../attacks/store/small-disk.js";
import { PASSWORD, startService } from "../support/service.js";

const NOBODY_ASKED = () => Promise.reject(new Error("no passphrase was expected"));
const fresh = () => join(scratch(), "data");
const ONE = { at: 7, version: "1", dataDir: "/old" };
const small = (passphrase?: string) =>
  pack({ ...ONE, files: [{ path: "a", mode: 0o600, bytes: Buffer.from("some bytes") }] }, passphrase);

/** A service with a password, a token for a program, changed settings and a history of them. */
async function lived() {
  const dataDir = fresh();
  const service = await startService({}, { dataDir });
  const Token = await service.login();
  const ask = async (method: string, params = {}) =>
    (await service.call(method, { Token, ...params })).result ?? {};
  await ask("NetworkSetting", { "svc.router.net.bw.in": "321" });
  const { Token: program } = await ask("pilothouse.createToken", { name: "grafana", scope: "read" });
  return { service, dataDir, ask, program: String(program) };
}

/** A backup as the operator's socket gives it, which the running service leaves in its data directory. */
async function backedUp({ service, dataDir }: Awaited<ReturnType<typeof lived>>, passphrase?: string) {
  const params = passphrase === undefined ? {} : { passphrase };
  const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "pilothouse.backup", params });
  const reply = await service.service.answer(text, { address: "127.0.0.1", access: "operator" });
  const { result } = JSON.parse(reply.text) as { result: { file: string; bytes: number } };
  const path = join(dataDir, result.file);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const bytes = readFileSync(path);
  expect(bytes.length).toBe(result.bytes);
  return bytes;
}

describe("a backup of a running service", () => {
  it("brings password, tokens, history, settings and certificate to another directory", async () => {
    const first = await lived();
    const bytes = await backedUp(first, "correct horse");
    const before = await first.ask("pilothouse.history", { from: 0, to: Date.now() + 60_000, points: 10 });
    // What comes later is not in it.
    await first.ask("NetworkSetting", { "svc.router.net.bw.in": "999" });
    const { fingerprint } = first.service.service;
    await first.service.stop();

    const dataDir = fresh();
    const saved = await unpack(bytes, async () => "correct horse");
    expect(saved.files.map(({ path }) => path)).toEqual(["pilothouse.db", "certificate.pem", "key.pem"]);
    expect(existingTargets(saved, dataDir)).toEqual([]);
    expect(await restore(saved, dataDir, systemClock)).toBeUndefined();
    const second = await startService({}, { dataDir });
    onTestFinished(() => second.stop());
    expect(second.service.fingerprint).toBe(fingerprint);
    expect((await second.call("Echo", { Token: first.program, Echo: "x" })).result).toEqual({ Result: "x" });
    const Token = await second.login();
    const ask = async (method: string, params = {}) =>
      (await second.call(method, { Token, ...params })).result ?? {};
    expect(await ask("NetworkSetting", { "svc.router.net.bw.in": null })).toMatchObject({
      "svc.router.net.bw.in": "321",
    });
    expect((await ask("pilothouse.changes"))["changes"]).toMatchObject([{ differences: [{ new: "321" }] }]);
    expect(Object.keys(before)).toEqual(
      Object.keys(await ask("pilothouse.history", { from: 0, to: Date.now() + 60_000, points: 10 })),
    );
    expect(readdirSync(dataDir).filter((name) => /restore|backup/.test(name))).toEqual([]);
  });

  it("ends sessions, and names the tokens of programs that are valid again", async () => {
    const first = await lived();
    const session = await first.service.login();
    const bytes = await backedUp(first);
    // After the backup was made.
    await first.ask("pilothouse.tokens", { revoke: "grafana" });
    await first.service.stop();
    const dataDir = fresh();
    await restore(await unpack(bytes, NOBODY_ASKED), dataDir, systemClock);
    expect(await restoredTokens(dataDir, systemClock)).toMatchObject([{ name: "grafana" }]);
    const second = await startService({}, { dataDir });
    onTestFinished(() => second.stop());
    expect((await second.call("Echo", { Token: session, Echo: "x" })).error).toMatchObject({ code: -32003 });
    expect((await second.call("Echo", { Token: first.program, Echo: "x" })).result).toEqual({ Result: "x" });
  });

  it("made while settings are applied leads to no restart, and takes nothing back, when it is restored", async () => {
    const first = await lived();
    const port = "router.net.ntcp.port";
    const wanted = { checksum: "0".repeat(32), network: { [port]: "12345" } };
    expect(await first.ask("pilothouse.apply", wanted)).toMatchObject({ state: "pending" });
    const orders = (dir: string) => {
      const store = Store.open(dir);
      onTestFinished(() => store.close());
      return store.all("SELECT name FROM value WHERE name = 'graceful.order'");
    };
    const bytes = await backedUp(first);
    await first.service.stop();
    expect(orders(first.dataDir)).toHaveLength(1);
    const dataDir = fresh();
    await restore(await unpack(bytes, NOBODY_ASKED), dataDir, systemClock);
    const second = await startService({}, { dataDir });
    onTestFinished(() => second.stop());
    const Token = await second.login();
    const applied = (await second.call("pilothouse.apply", { Token })).result;
    expect(applied).toMatchObject({
      state: "reverted",
      reason: expect.stringContaining("a backup was restored"),
    });
    const { result } = await second.call("NetworkSetting", { Token, [`svc.${port}`]: null });
    expect(result).toMatchObject({ [`svc.${port}`]: "12345" });
    await second.stop();
    expect(orders(dataDir)).toEqual([]);
  });

  it("is consistent while others write, and leaves nothing behind", async () => {
    const first = await lived();
    onTestFinished(() => first.service.stop());
    const writes = Array.from({ length: 50 }, (_, n) =>
      first.ask("NetworkSetting", {
        "svc.router.net.bw.in": `${n + 1}`,
        "svc.router.net.bw.out": `${n + 1}`,
      }),
    );
    const backups = await Promise.all(Array.from({ length: 3 }, () => backedUp(first)));
    await Promise.all(writes);
    for (const bytes of backups) {
      const dataDir = fresh();
      await restore(await unpack(bytes, NOBODY_ASKED), dataDir, systemClock);
      const store = Store.open(dataDir);
      const kept = store.get("SELECT text FROM value WHERE name = 'router.simulator'")?.["text"];
      const { settings } = JSON.parse(String(kept)) as { settings: { [name: string]: string } };
      const [inward, outward] = ["inbound", "outbound"].map(
        (way) => settings[`i2np.bandwidth.${way}KBytesPerSecond`],
      );
      expect(inward === outward || (inward === "321" && outward === "512")).toBe(true);
      await store.close();
    }
    expect(
      readdirSync(first.dataDir).filter((name) => name.endsWith(".db") && name !== "pilothouse.db"),
    ).toEqual([]);
  });

  it("goes to a session for the password, encrypted and in parts, and to nobody else", async () => {
    const { service, dataDir, program } = await lived();
    onTestFinished(() => service.stop());
    const [Token, other] = [await service.login(), await service.login()];
    const left = () => readdirSync(dataDir).filter((name) => name.startsWith("backup-"));
    const make = (given: object) => service.call("pilothouse.backup", { Token, ...given });
    const good = { password: PASSWORD, passphrase: "five grey herons" };
    for (const [given, code] of [
      [{ ...good, password: undefined }, -32602],
      [{ ...good, passphrase: undefined }, -32602],
      [{ ...good, passphrase: "password1234" }, -32602],
      [{ ...good, passphrase: "short" }, -32602],
      [{ ...good, password: "a wrong one" }, -32001],
      [{ ...good, Token: program }, -32008],
    ] as const)
      expect((await make(given)).error, JSON.stringify(given)).toMatchObject({ code });
    expect(left()).toEqual([]);
    const { file, bytes } = (await make(good)).result as { readonly file: string; readonly bytes: number };
    expect(left()).toEqual([file]);
    const part = async (from: number, of: object = {}) =>
      service.call("pilothouse.backupPart", { Token, file, from, ...of });
    for (const of of [{ Token: other }, { file: "pilothouse.db" }, { file: `../${file}` }, { from: bytes }])
      expect((await part(0, of)).error).toMatchObject({ code: -32602 });
    const parts: Buffer[] = [];
    for (let from: number | null = 0; from !== null; ) {
      const { result } = await part(from);
      parts.push(Buffer.from(String(result?.["part"]), "base64"));
      from = result?.["next"] as number | null;
    }
    const all = Buffer.concat(parts);
    expect(all.length).toBe(bytes);
    expect((await unpack(all, async () => good.passphrase)).files.map(({ path }) => path)).toContain(
      "pilothouse.db",
    );
    expect(left()).toEqual([]);
    expect((await part(0)).error).toMatchObject({ code: -32602 });
  });
});

describe("the file of a backup", () => {
  it("is refused with any byte changed or missing, encrypted or not", async () => {
    const plain = await small();
    // A passphrase as costly as usual would take a tenth of a second for each byte.
    const encrypted = await encrypt(plain, "correct horse", { N: 16, r: 1, p: 1 });
    for (const [bytes, asked] of [
      [plain, NOBODY_ASKED],
      [encrypted, async () => "correct horse"],
    ] as const) {
      expect((await unpack(bytes, asked)).files[0]?.bytes.toString()).toBe("some bytes");
      for (let at = 0; at < bytes.length; at++) {
        const damaged = Buffer.from(bytes);
        damaged[at] = (damaged[at] ?? 0) ^ 1;
        await expect(unpack(damaged, asked), `byte ${at}`).rejects.toThrow(/backup/);
        await expect(unpack(bytes.subarray(0, at), asked), `${at} bytes`).rejects.toThrow(/backup/);
      }
    }
  });

  it("does not hold a large store in memory, but unpacks it again when it is wanted", async () => {
    const large = Buffer.alloc(20 * 2 ** 20, "a store, and more of it");
    const [first, last] = [Buffer.from("before it"), Buffer.from("after it")];
    const files = [first, large, last].map((bytes, n) => ({ path: `${n}`, mode: 0o600, bytes }));
    const packed = await pack({ ...ONE, files }, "correct horse");
    const saved = await unpack(packed, async () => "correct horse");
    const found = saved.files.map(({ bytes }) => bytes);
    expect(found.map((bytes) => Buffer.isBuffer(bytes))).toEqual([true, false, true]);
    expect([found[0], found[2], found[1]?.length]).toEqual([first, last, large.length]);
    for (let time = 0; time < 2; time++)
      expect((await bytesOf(found[1] as Content)).equals(large)).toBe(true);
  });

  it("is neither made nor opened where memory is too short for it", () => {
    expect(() => requireMemory(2 ** 26, 2 ** 27)).not.toThrow();
    expect(() => requireMemory(2 ** 27, 2 ** 27)).toThrow(/too little memory: 136 MiB must be free/);
  });

  it("may hold a certificate that is larger than the memory, which is refused before it is unpacked", async () => {
    const pieces = vi.fn(() => {
      throw new Error("it was unpacked");
    });
    await expect(bytesOf({ length: 2 ** 49, pieces: pieces as never })).rejects.toThrow(/too little memory/);
    expect(pieces).not.toHaveBeenCalled();
  });

  it("is refused when it would take its reader half a minute to work out the key", async () => {
    const bytes = await small("correct horse");
    // After the magic: log2 of N, r and p. Half a gibibyte, sixteen times.
    Buffer.from([16, 64, 16]).copy(bytes, "PILOTHOUSE-SEALED-1\n".length);
    await expect(unpack(bytes, async () => "correct horse")).rejects.toThrow(/header makes no sense/);
  });

  it("says that the passphrase is wrong, and does not show what is in it", async () => {
    const bytes = await small("correct horse");
    await expect(unpack(bytes, async () => "wrong horse")).rejects.toThrow(/passphrase is wrong/);
    expect(bytes.includes("some bytes")).toBe(false);
  });

  it("is refused when it is of a later format, or no backup at all", async () => {
    for (const [text, description] of [
      ["PILOTHOUSE-BACKUP-2\nx", /format 2.*newer/],
      ["", /not a backup/],
      ["anything", /not a backup/],
    ] as const)
      await expect(unpack(Buffer.from(text), NOBODY_ASKED)).rejects.toThrow(description);
  });

  it("replaces an older one only when it is whole, and only its owner can read it", async () => {
    const file = join(scratch(), "one.backup");
    writeFileSync(file, "old", { mode: 0o644 });
    await writeBackup(file, Buffer.from("new"));
    expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual(["new", 0o600]);
    await expect(writeBackup(join(file, "under a file"), Buffer.from("x"))).rejects.toThrow(
      /cannot be written/,
    );
  });
});

describe("restoring", () => {
  it("refuses while a service runs there, and a store that is damaged or newer, and changes nothing", async () => {
    const first = await lived();
    onTestFinished(() => first.service.stop());
    const saved = await unpack(await backedUp(first), NOBODY_ASKED);
    await expect(restore(saved, first.dataDir, systemClock)).rejects.toThrow(
      /a service runs in .*stop it first/,
    );
    expect((await first.ask("Echo", { Echo: "still here" }))["Result"]).toBe("still here");
    const withStore = (bytes: Buffer) => ({
      ...saved,
      files: saved.files.map((one) => (one.path === "pilothouse.db" ? { ...one, bytes } : one)),
    });
    const whole = saved.files[0]?.bytes as Buffer;
    const newer = Buffer.from(whole);
    newer.writeUInt32BE(99, 60);
    const damaged = Buffer.from(whole);
    damaged.fill(7, 4_096, 12_288);
    const dataDir = fresh();
    mkdirSync(dataDir);
    for (const [bytes, description] of [
      [newer, /newer version of Pilothouse/],
      [damaged, /^the store in the backup cannot be used: it is damaged \([^)]*\)$/],
      [Buffer.from("no store"), /cannot be used/],
    ] as const)
      await expect(restore(withStore(bytes), dataDir, systemClock)).rejects.toThrow(description);
    await expect(restore({ ...saved, files: [] }, dataDir, systemClock)).rejects.toThrow(/no store/);
    const outside = { path: "../outside", mode: 0o600, bytes: Buffer.from("x") };
    await expect(
      restore({ ...saved, files: [...saved.files, outside] }, dataDir, systemClock),
    ).rejects.toThrow(/path that it must not have/);
    expect([readdirSync(dataDir), existsSync(join(dataDir, "..", "outside"))]).toEqual([[], false]);
  });

  it("keeps the store that was there, and replaces one that is damaged", async () => {
    const first = await lived();
    const saved = await unpack(await backedUp(first), NOBODY_ASKED);
    await first.ask("NetworkSetting", { "svc.router.net.bw.in": "999" });
    await first.service.stop();
    const { dataDir } = first;
    const old = await restore(saved, dataDir, systemClock);
    expect(old).toMatch(/pilothouse\.db\.before-restore-\d{8}T\d{6}Z$/);
    const store = Store.open(dataDir);
    const bandwidth = () =>
      String(store.get("SELECT text FROM value WHERE name = 'router.simulator'")?.["text"]);
    expect(bandwidth()).toContain('"321"');
    await store.close();
    expect(readFileSync(old ?? "").includes('"999"')).toBe(true);
    writeFileSync(join(dataDir, "pilothouse.db"), "damaged");
    writeFileSync(join(dataDir, "pilothouse.db-journal"), "damaged too");
    await restore(saved, dataDir, { now: () => Date.now() + 60_000 });
    await Store.open(dataDir).close();
  });

  it("keeps two old stores: the one it has replaced, whatever the clock says, and the newest of the others", async () => {
    const first = await lived();
    const saved = await unpack(await backedUp(first), NOBODY_ASKED);
    await first.service.stop();
    const { dataDir } = first;
    const others = ["pilothouse.db.before-restore-of-mine", "pilothouse.db.before-restore-20200101T000000Z"];
    for (const name of others) writeFileSync(join(dataDir, name), "an old store");
    const asides = () => readdirSync(dataDir).filter((name) => name.includes(".before-restore-"));
    const restoredIn = (year: number) => restore(saved, dataDir, { now: () => Date.UTC(year) });
    const kept = [];
    for (const year of [2027, 2029, 2028]) {
      kept.push(basename((await restoredIn(year)) ?? ""));
      expect(asides()).toContain(kept.at(-1));
    }
    expect(asides().sort()).toEqual([...kept.slice(1), others[0]].sort());
  });

  it("leaves done what the node has done for its hub, and where the hub is found now", async () => {
    const first = await lived();
    await first.service.stop();
    const { dataDir } = first;
    const put = async (values: { readonly [name: string]: string }) => {
      const store = Store.open(dataDir);
      await store.write((db) => {
        for (const [name, text] of Object.entries(values)) putValue(db, name, text);
      });
      await store.close();
    };
    const values = async () => {
      const store = Store.open(dataDir);
      const rows = store.all("SELECT name, text FROM value WHERE name LIKE 'fleet.%'");
      await store.close();
      return Object.fromEntries(rows.map((row) => [row["name"], row["text"]]));
    };
    const then = { "fleet.key": "seed", "fleet.belonging": "the old place", "fleet.once.a": "a" };
    await put(then);
    const store = Store.open(dataDir);
    const bytes = await makeBackup({ dataDir, store, files: [], version: "1", now: 1 });
    await store.close();
    const saved = await unpack(bytes, NOBODY_ASKED);
    const since = { "fleet.belonging": "the new place", "fleet.once.b": "b" };
    await put(since);
    await restore(saved, dataDir, systemClock);
    expect(await values()).toEqual({ ...then, ...since });
    // Now it belongs to a fleet with another key, about which the backup knows nothing.
    await put({ "fleet.key": "another", "fleet.belonging": "elsewhere" });
    await restore(saved, dataDir, systemClock);
    expect(await values()).toEqual({ ...then, "fleet.once.b": "b" });
  });
});

describe("on a full disk", () => {
  it("no backup is made, the old one stays, and nothing is left; nor is anything restored", async ({
    skip,
  }) => {
    const disk = smallDisk();
    if (disk === undefined) return skip("this user may not mount a small file system");
    const first = await lived();
    const bytes = await backedUp(first);
    const saved = await unpack(bytes, NOBODY_ASKED);
    await first.service.stop();
    const file = join(disk, "one.backup");
    await writeBackup(file, Buffer.from("the old one"));
    const dataDir = join(disk, "data");
    await restore(saved, dataDir, systemClock);
    const store = Store.open(dataDir);
    const before = readdirSync(disk).sort();
    const ballast = fillUp(disk);
    await expect(writeBackup(file, bytes)).rejects.toThrow(/no space left/);
    const making = makeBackup({ dataDir, store, files: [], version: "1", now: 1 });
    await expect(making).rejects.toThrow(/no space left/);
    await store.close();
    await expect(restore(saved, dataDir, systemClock)).rejects.toThrow();
    rmSync(ballast);
    expect(readFileSync(file, "utf8")).toBe("the old one");
    expect(readdirSync(disk).sort()).toEqual(before);
    expect(readdirSync(dataDir).filter((name) => /backup|\.restore|\.part/.test(name))).toEqual([]);
    await Store.open(dataDir).close();
  });
});

describe("backups by schedule", () => {
  const DAY = 86_400_000;
  it("are made when it is time, over restarts, old ones go, and a failure is an event", async () => {
    const directory = join(scratch(), "backups");
    const store = Store.open(fresh());
    onTestFinished(() => store.close());
    let now = Date.UTC(2027, 0, 1);
    let full = false;
    const clock = { now: () => now };
    const events = new EventLog(store, clock, silentLog);
    const settings = { "backup.directory": directory, "backup.every": DAY, "backup.keep": 3 };
    const make = async () => {
      if (full) throw new Error("there is no space left");
      return Buffer.from("a backup");
    };
    const look = () => new BackupSchedule({ settings: () => settings as never, make, events, clock }).look();
    for (let hours = 0; hours < 24 * 5; hours++, now += DAY / 24) await look();
    expect(readdirSync(directory).sort()).toEqual(
      [3, 4, 5].map((day) => `pilothouse-2027010${day}T000000Z.backup`),
    );
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    full = true;
    const schedule = new BackupSchedule({ settings: () => settings as never, make, events, clock });
    for (let minutes = 0; minutes < 90; minutes++, now += 60_000) await schedule.look();
    full = false;
    for (let minutes = 0; minutes < 60; minutes++, now += 60_000) await schedule.look();
    const reported = await events.read({ after: 0 });
    expect(reported.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 5 }, () => "backup.made"),
      ...["backup.failed", "backup.failed", "backup.made"],
    ]);
    expect(reported[5]?.data).toEqual({ reason: "there is no space left" });
  });

  it("are made by a service whose settings name a directory", async () => {
    const directory = join(scratch(), "backups");
    const passphrase = join(scratch(), "passphrase");
    writeFileSync(passphrase, "correct horse\n");
    const service = await startService({
      "backup.directory": directory,
      "backup.passphrase_file": passphrase,
    });
    onTestFinished(() => service.stop());
    const made = () =>
      existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith(".backup")) : [];
    await expect.poll(made).toHaveLength(1);
    const saved = await unpack(readFileSync(join(directory, made()[0] ?? "")), async () => "correct horse");
    expect(saved.dataDir).toBe(service.dataDir);
  });
});
