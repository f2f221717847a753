import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FindingEntry } from "@pilothouse/protocol";
import { loadSettings, Store, silentLog } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { generate } from "selfsigned";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { testBinary } from "../../packages/drivers/src/i2pd/testnet/isolation.js";
import { findingAlerts } from "../../packages/server/src/features/health/finding-alerts.js";
import { Notifier } from "../../packages/server/src/features/notify/notifier.js";
import { EventLog } from "../../packages/server/src/features/record/event-log.js";
import { PASSWORD_VALUE } from "../../packages/server/src/store/opening/soundness.js";
import { putValue } from "../../packages/server/src/store/values.js";
import { freePort } from "../support/ports.js";
import { startService } from "../support/service.js";

/** An address of this network that is not loopback, and led to this machine all the same. */
const ELSEWHERE = "198.18.0.25";
const PASSWORD = "a mail password";

let dir: string;
let box: string;

interface Note {
  readonly mail?: string;
  readonly sender?: string;
  readonly to?: readonly string[];
  readonly login?: boolean;
  readonly tls?: boolean;
  readonly tried?: readonly string[];
}

beforeAll(async () => {
  // Throws outside a network of its own.
  testBinary();
  dir = scratch();
  const { cert, private: key } = await generate([{ name: "commonName", value: "mail" }], {
    keyType: "ec",
    curve: "P-256",
  });
  writeFileSync(join(dir, "cert.pem"), cert);
  writeFileSync(join(dir, "key.pem"), key);
  writeFileSync(join(dir, "password"), `${PASSWORD}\n`);
});
beforeEach(() => {
  box = join(mkdtempSync(join(dir, "box-")), "mails");
});

const notes = (): Note[] =>
  existsSync(box)
    ? readFileSync(box, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Note)
    : [];

/** A real mail server, until the test ends. */
async function mailServer(host: string, port: number, ...more: readonly string[]): Promise<void> {
  const python = process.env["PILOTHOUSE_PYTHON"] ?? "/usr/bin/python3";
  const script = join(import.meta.dirname, "smtp-server.py");
  const args = [script, "--host", host, "--port", String(port), "--out", box, ...more];
  const server = spawn(python, args, { stdio: "pipe" });
  onTestFinished(async () => {
    server.stdin.end();
    if (server.exitCode === null) await once(server, "exit");
  });
  let said = "";
  for (const stream of [server.stdout, server.stderr])
    stream.on("data", (chunk: Buffer) => {
      said += chunk;
    });
  await expect
    .poll(() => (server.exitCode === null ? said : `ended: ${said}`))
    .toMatch(/^(?!ended).*ready\n/s);
}

const tls = () => ["--cert", join(dir, "cert.pem"), "--key", join(dir, "key.pem")];
const LOGIN = ["--user", "me", "--password", PASSWORD];
const login = () => ({ "notify.email_user": "me", "notify.email_password_file": join(dir, "password") });

function settingsFor(server: string, more: { readonly [name: string]: string } = {}) {
  return {
    "notify.email_to": "operator@example.org",
    "notify.email_from": "router@example.org",
    "notify.email_server": server,
    ...more,
  };
}

interface Seams {
  readonly store?: Store;
  readonly findings?: () => readonly FindingEntry[];
  readonly now?: () => number;
}

async function openStore(place: string): Promise<Store> {
  const store = Store.open(place);
  await store.write((db) => putValue(db, PASSWORD_VALUE, "1"));
  return store;
}

/** What sends notifications, without the rest of the service. */
async function notifierFor(flags: { readonly [name: string]: string }, seams: Seams = {}): Promise<Notifier> {
  const { findings = () => [], now = Date.now } = seams;
  const store = seams.store ?? (await openStore(mkdtempSync(join(dir, "store-"))));
  const clock = { now };
  const { settings, sources } = loadSettings({ env: { XDG_CONFIG_HOME: dir }, flags });
  const notifier = new Notifier({
    ...{ store, clock, log: silentLog, events: new EventLog(store, clock, silentLog) },
    ...{
      settings: () => settings,
      serviceSettings: { secrets: new Map(), sources },
      router: { kind: "i2pd" },
      host: "here",
    },
    alertSource: findingAlerts(async () => findings()),
  });
  onTestFinished(async () => {
    await notifier.stop();
    if (seams.store === undefined) await store.close();
  });
  return notifier;
}

describe("e-mail by a real mail server", () => {
  it("arrives from the service with a subject, an id and the text", async () => {
    const port = await freePort("127.0.0.1");
    await mailServer("127.0.0.1", port);
    const running = await startService(settingsFor(`smtp://127.0.0.1:${port}`));
    onTestFinished(() => running.stop());
    const Token = await running.login();
    const { result } = await running.call("pilothouse.notify", { Token, test: "email" });
    expect(result).toMatchObject({ tested: true, failed: null });
    expect(notes()).toEqual([
      {
        mail: expect.stringMatching(/^Subject: Pilothouse test \(simulator on .+\)\r?$/m),
        sender: "router@example.org",
        to: ["operator@example.org"],
        login: false,
        tls: false,
      },
    ]);
    const [{ mail = "" } = {}] = notes();
    expect(mail).toMatch(/^Message-ID: <[0-9a-f-]{36}@pilothouse>\r?$/m);
    expect(mail).toContain("Notifications of Pilothouse reach you.");
  });

  it.each([
    ["STARTTLS", "smtp", []],
    ["TLS from the beginning", "smtps", ["--smtps"]],
  ])("logs in over %s on this machine, and says when the password is refused", async (_how, scheme, more) => {
    const port = await freePort("127.0.0.1");
    await mailServer("127.0.0.1", port, ...tls(), ...LOGIN, ...more);
    const notifier = await notifierFor(settingsFor(`${scheme}://127.0.0.1:${port}`, login()));
    expect(await notifier.test("email")).toBeUndefined();
    expect(notes().at(-1)).toMatchObject({ login: true, tls: true });
    writeFileSync(join(dir, "password"), "another\n");
    onTestFinished(() => writeFileSync(join(dir, "password"), `${PASSWORD}\n`));
    expect(await notifier.test("email")).toContain("535");
  });

  it("sends no password to another machine without TLS, nor to one that does not prove who it is", async () => {
    for (const [more, reason] of [
      [[], /TLS/i],
      [tls(), /self.signed/i],
    ] as const) {
      const port = await freePort(ELSEWHERE);
      await mailServer(ELSEWHERE, port, ...LOGIN, ...more);
      const notifier = await notifierFor(settingsFor(`smtp://${ELSEWHERE}:${port}`, login()));
      expect(await notifier.test("email")).toMatch(reason);
    }
    expect(notes()).toEqual([]);
  });

  it("waits in the store while the server is down, over a restart of the service, and arrives when it is up", async () => {
    const port = await freePort("127.0.0.1");
    const place = mkdtempSync(join(dir, "store-"));
    let now = 1_800_000_000_000;
    let store = await openStore(place);
    onTestFinished(() => store.close());
    const found: FindingEntry = {
      ...{
        key: "disk.low",
        level: "warning",
        text: "The disk is nearly full.",
        todo: "Make space.",
        values: {},
      },
      ...{ action: null, ports: [] },
    };
    const flags = settingsFor(`smtp://127.0.0.1:${port}`);
    const seams = { findings: () => [found], now: () => now };
    const first = await notifierFor(flags, { ...seams, store });
    await first.settled();
    expect((await first.view()).channels).toMatchObject([
      { name: "email", waiting: 1, error: expect.stringContaining("ECONNREFUSED") },
    ]);
    await first.stop();
    await store.close();
    store = await openStore(place);
    const second = await notifierFor(flags, { ...seams, store });
    await mailServer("127.0.0.1", port);
    await second.settled();
    expect(notes()).toEqual([]);
    now += 10_000;
    await second.settled();
    expect(notes()).toMatchObject([{ mail: expect.stringContaining("The disk is nearly full.") }]);
    expect((await second.view()).channels).toMatchObject([{ waiting: 0, error: null, sent: now }]);
  });
});
