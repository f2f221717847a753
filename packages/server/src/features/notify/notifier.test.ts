import { rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { FindingEntry } from "@pilothouse/protocol";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { silentLog } from "../../log.js";
import { loadSettings } from "../../settings/load.js";
import { PASSWORD_VALUE } from "../../store/opening/soundness.js";
import { Store } from "../../store/store.js";
import { putValue } from "../../store/values.js";
import { findingAlerts } from "../health/finding-alerts.js";
import { EventLog } from "../record/event-log.js";
import { signatureOf } from "./channels/webhook.js";
import { Notifier } from "./notifier.js";

const MINUTE = 60_000;
const DISK: FindingEntry = {
  ...{ key: "disk.low", level: "warning", text: "The disk is nearly full: 5 MiB free.", todo: "Make space." },
  ...{ values: { freeMiB: 5 }, action: null, ports: [] },
};

let dir: string;
let store: Store;
let now: number;
let findings: readonly FindingEntry[];
let notifier: Notifier;
let receiver: Receiver;

/** A real HTTP server that takes notifications, or does not. */
class Receiver {
  readonly got: { readonly headers: IncomingMessage["headers"]; readonly body: string }[] = [];
  status = 200;
  ends = true;
  readonly #server: Server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    this.got.push({ headers: request.headers, body });
    response.writeHead(this.status, { location: "/elsewhere" }).write("said the receiver");
    if (this.ends) response.end();
  });

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

beforeEach(async () => {
  dir = scratch();
  writeFileSync(join(dir, "key"), "a key for tests\n");
  store = Store.open(dir);
  await store.write((db) => putValue(db, PASSWORD_VALUE, "1"));
  now = 1_800_000_000_000;
  findings = [];
  receiver = await new Receiver().open();
});
afterEach(async () => {
  // Not every test starts one.
  await (notifier as Notifier | undefined)?.stop();
  await store.close();
  receiver.close();
});

const events = () => new EventLog(store, { now: () => now }, silentLog);

function open(flags: { readonly [name: string]: string }): Notifier {
  const { settings, sources } = loadSettings({ env: { XDG_CONFIG_HOME: dir }, flags });
  notifier = new Notifier({
    ...{ store, clock: { now: () => now }, log: silentLog, events: events() },
    ...{
      settings: () => settings,
      serviceSettings: { secrets: new Map(), sources },
      alertSource: findingAlerts(async () => findings),
      router: { kind: "i2pd" },
      host: "büro",
    },
  });
  return notifier;
}

const webhook = () => open({ "notify.webhook": receiver.url, "notify.webhook_key_file": join(dir, "key") });
const bodies = () => receiver.got.map(({ body }) => JSON.parse(body) as { event: string; id: string });
const pass = async (minutes: number) => {
  for (let n = 0; n < minutes; n++) {
    now += MINUTE;
    await notifier.settled();
  }
};

describe("a webhook", () => {
  it("gets what was found as JSON, signed and dated, and later that it is over", async () => {
    webhook();
    findings = [DISK];
    await pass(2);
    findings = [];
    await pass(4);
    expect(bodies()).toMatchObject([
      {
        event: "alert",
        key: "disk.low",
        level: "warning",
        text: DISK.text,
        todo: DISK.todo,
        values: { freeMiB: 5 },
        router: "i2pd",
        host: "büro",
        at: 1_800_000_060_000,
      },
      { event: "resolved", key: "disk.low" },
    ]);
    for (const { headers, body } of receiver.got) {
      const timestamp = String(headers["x-pilothouse-timestamp"]);
      expect(headers["x-pilothouse-signature"]).toBe(signatureOf("a key for tests", timestamp, body));
      expect(headers["x-pilothouse-id"]).toBe((JSON.parse(body) as { id: string }).id);
      expect(headers["content-type"]).toBe("application/json");
    }
    expect(receiver.got[0]?.headers["x-pilothouse-timestamp"]).toBe("1800000060");
    expect((await notifier.view()).channels).toMatchObject([{ name: "webhook", waiting: 0, error: null }]);
  });

  it("gets what was found when something has happened, and not only at the next look", async () => {
    vi.useFakeTimers({ toFake: ["setInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    webhook().start();
    await notifier.settled();
    findings = [{ ...DISK, key: "router.crashloop" }];
    notifier.hasten();
    await expect.poll(bodies).toMatchObject([{ event: "alert", key: "router.crashloop" }]);
  });

  it("has a signature that others can check with the usual tools", () => {
    // printf '%s' '1800000060.{}' | openssl dgst -sha256 -hmac 'a key for tests'
    expect(signatureOf("a key for tests", "1800000060", "{}")).toBe(
      "sha256=8e0b37ac40761ebf61db2d50fe52ac4d488f25e1028a2012a069b849c67a7cb2",
    );
  });

  it("is tried again with growing pauses, also after kill -9, with the same id and in order", async () => {
    webhook();
    receiver.status = 500;
    findings = [DISK];
    await pass(1);
    expect(receiver.got).toHaveLength(1);
    // 10 s, 20 s, 40 s, …: within 15 minutes some seven attempts, and not one each minute.
    await pass(15);
    expect(receiver.got.length).toBeGreaterThanOrEqual(5);
    expect(receiver.got.length).toBeLessThanOrEqual(8);
    const [channel] = (await notifier.view()).channels;
    expect(channel).toMatchObject({
      waiting: 1,
      error: "the receiver answered 500: said the receiver",
      sent: null,
    });
    expect(await events().last("notify.failed")).toMatchObject({ data: { channel: "webhook" } });
    // Nothing is stopped: the service is gone, and another takes its place over the same store.
    await store.close();
    store = Store.open(dir);
    webhook();
    findings = [];
    receiver.status = 200;
    await pass(65);
    const got = bodies();
    expect(got.at(-1)?.event).toBe("resolved");
    expect(got.at(-2)?.event).toBe("alert");
    expect(new Set(got.map(({ id }) => id)).size).toBe(2);
    expect((await notifier.view()).channels).toMatchObject([
      { waiting: 0, error: null, sent: expect.any(Number) },
    ]);
    expect(await events().last("notify.works")).toMatchObject({ data: { channel: "webhook" } });
  });

  it("does not get again what it took while the disk was full", async () => {
    webhook();
    receiver.status = 500;
    findings = [DISK];
    await pass(2);
    receiver.status = 200;
    receiver.got.splice(0);
    const write = vi.spyOn(store, "write").mockRejectedValue(new Error("no space left on device"));
    await pass(3);
    write.mockRestore();
    await pass(3);
    expect(receiver.got).toHaveLength(1);
    expect((await notifier.view()).channels).toMatchObject([
      { waiting: 0, error: null, sent: expect.any(Number) },
    ]);
  });

  it("is not asked more often while the disk is full", async () => {
    webhook();
    receiver.status = 500;
    findings = [DISK];
    await pass(1);
    const write = vi.spyOn(store, "write").mockRejectedValue(new Error("no space left on device"));
    onTestFinished(() => write.mockRestore());
    await pass(15);
    // As in the test above: 10 s, 20 s, 40 s, …
    expect(receiver.got.length).toBeLessThanOrEqual(8);
  });

  it("is given up after three days", async () => {
    webhook();
    receiver.status = 500;
    findings = [DISK];
    await pass(1);
    now += 73 * 60 * MINUTE;
    await pass(1);
    expect((await notifier.view()).channels).toMatchObject([{ waiting: 0 }]);
  });

  it("is given up after 20 s, although its answer never ends", async () => {
    receiver.status = 500;
    receiver.ends = false;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const said = webhook().test("webhook");
    await expect.poll(() => receiver.got.length).toBe(1);
    vi.advanceTimersByTime(20_000);
    expect(await said).toBe("no answer in time");
  });

  it("does not follow a redirect", async () => {
    webhook();
    receiver.status = 302;
    expect(await notifier.test("webhook")).toContain("302 (redirects are not followed)");
    expect(receiver.got).toHaveLength(1);
  });

  it("fails with a reason when its key cannot be read, and sends nothing unsigned", async () => {
    rmSync(join(dir, "key"));
    webhook();
    expect(await notifier.test("webhook")).toContain("cannot be read: ENOENT");
    expect(receiver.got).toEqual([]);
  });

  it("fails with a reason when nothing listens there", async () => {
    webhook();
    receiver.close();
    expect(await notifier.test("webhook")).toBe("ECONNREFUSED");
  });
});

describe("ntfy", () => {
  it("gets title, priority and tags in headers, and the text as the body", async () => {
    open({ "notify.ntfy": receiver.url, "notify.ntfy_token_file": join(dir, "key") });
    findings = [{ ...DISK, level: "problem" }];
    await pass(1);
    findings = [];
    await pass(3);
    expect(receiver.got.map(({ body }) => body)).toEqual([
      `${DISK.text}\n${DISK.todo}`,
      `No longer so: ${DISK.text}`,
    ]);
    expect(receiver.got[0]?.headers).toMatchObject({
      title: "Pilothouse problem (i2pd on b?ro)",
      priority: "5",
      tags: "rotating_light",
      authorization: "Bearer a key for tests",
    });
    expect(receiver.got[1]?.headers).toMatchObject({ priority: "3", tags: "white_check_mark" });
  });
});

describe("channels", () => {
  it("do not wait for each other, and each gets every message", async () => {
    const other = await new Receiver().open();
    try {
      open({ "notify.webhook": receiver.url, "notify.ntfy": other.url });
      receiver.status = 503;
      findings = [DISK];
      await pass(1);
      expect([receiver.got.length, other.got.length]).toEqual([1, 1]);
      expect(other.got[0]?.headers["x-pilothouse-id"]).toBe(receiver.got[0]?.headers["x-pilothouse-id"]);
    } finally {
      other.close();
    }
  });

  it("show where they lead without the part of the address that is secret", async () => {
    webhook();
    expect((await notifier.view()).channels[0]?.to).toBe(new URL(receiver.url).origin);
  });

  it("are not listed while a part of their settings is missing, and rules work without any", async () => {
    open({ "notify.email_to": "me@example.org" });
    findings = [DISK];
    await pass(2);
    expect((await notifier.view()).channels).toEqual([]);
    expect((await notifier.view()).rules).toContainEqual({
      key: "disk.low",
      on: true,
      minutes: 0,
      holds: true,
    });
  });
});
