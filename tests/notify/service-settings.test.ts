import { createHmac } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Service } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { start } from "../support/start.js";

const KEY = "the key of the receiver";
let dir: string;
let service: Service;

const open = async (flags: { readonly [name: string]: string } = {}) => {
  service = await start({ dataDir: dir, flags });
};
beforeEach(async () => {
  dir = scratch();
  await open();
});
afterEach(async () => {
  await service.stop();
});

async function ask(method: string, params: object = {}) {
  const request = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const { text, afterwards } = await service.answer(request, { address: "local", access: "operator" });
  afterwards?.();
  return JSON.parse(text) as { result: { [name: string]: unknown }; error?: { message: string } };
}
const set = (values: object) => ask("pilothouse.settings", { set: values });
const setting = async (name: string): Promise<unknown> =>
  ((await ask("pilothouse.settings")).result["settings"] as readonly { name: string }[]).find(
    (one) => one.name === name,
  );
const again = async (flags: { readonly [name: string]: string } = {}) => {
  await service.stop();
  await open(flags);
};

/** A real receiver, and what it was sent. */
async function receiver() {
  const got: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    got.push({ headers: request.headers, body });
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/a-secret-path` };
}

const REFUSED: readonly (readonly [object, string])[] = [
  [{ "budget.monthly": "much" }, 'budget.monthly wants an amount of data such as "500GB"'],
  [{ "budget.day": 29 }, "budget.day wants a whole number from 1 to 28"],
  [{ "budget.day": 3, "budget.schedule": ["someday"] }, "budget.schedule wants a list of lines such as"],
  [{ "notify.off": ["nothing.known"] }, "notify.off wants a list of"],
  [{ "notify.webhook": "file:///etc/passwd" }, "notify.webhook wants an address such as"],
  [{ "notify.ntfy_token_file": "/etc/passwd" }, 'has "notify.ntfy_token_file", which is not a setting'],
  [{ "log.level": "debug" }, 'has "log.level", which is not a setting'],
  [{ __proto__: null, constructor: "x" }, 'has "constructor", which is not a setting'],
  [{ "notify.ntfy_token": "a\nb" }, "notify.ntfy_token wants a text of ASCII characters"],
  [{ "notify.ntfy_token": "abc" }, "notify.ntfy_token belongs to an address: set notify.ntfy with it"],
  [{ "notify.webhook": `https://example.org/${"x".repeat(5_000)}` }, "is longer than 4096 characters"],
  [{ "notify.email_to": ["me@example.org"] }, "notify.email_to wants notify.email_server too"],
  [{}, "set wants an object of names of settings and their values"],
];

describe("the traffic budget, set by RPC", () => {
  it("counts at once, is on record, and is there after a restart of the service", async () => {
    const { result } = await set({
      "budget.monthly": "500GB",
      "budget.day": 15,
      "budget.schedule": ["mon-fri 08:00-18:00 out=50"],
    });
    expect(result["settings"]).toContainEqual({
      ...{ name: "budget.monthly", value: "500GB", source: "run time", where: "", hidden: false },
    });
    const budget = async () => (await ask("pilothouse.traffic")).result["budget"];
    expect(await budget()).toMatchObject({ limit: 500e9 });
    expect((await ask("pilothouse.audit")).result["entries"]).toMatchObject([
      {
        action: "settings of the service",
        details: [
          { name: "budget.day", old: null, new: "15" },
          { name: "budget.monthly", old: null, new: '"500GB"' },
          { name: "budget.schedule", new: '["mon-fri 08:00-18:00 out=50"]' },
        ],
      },
    ]);
    await expect
      .poll(async () => (await ask("pilothouse.events", { kinds: ["settings.saved"] })).result["events"])
      .toMatchObject([{ data: { of: "service", by: "local" } }]);
    await again();
    expect(await budget()).toMatchObject({ limit: 500e9 });
    await set({ "budget.monthly": null, "budget.schedule": [] });
    expect(await budget()).toBeNull();
    await again();
    expect(await budget()).toBeNull();
    expect(await setting("budget.day")).toMatchObject({ value: 15, source: "run time" });
  });

  it("is overridden by the configuration, and the error says where that is set; without it, it counts again", async () => {
    await set({ "budget.monthly": "500GB" });
    await again({ "budget.monthly": "1TB" });
    expect(await setting("budget.monthly")).toEqual({
      ...{ name: "budget.monthly", value: "1TB", source: "flag", where: "--budget-monthly", hidden: false },
    });
    const { error } = await set({ "budget.day": 3, "budget.monthly": "2TB" });
    expect(error?.message).toContain("budget.monthly is set by --budget-monthly, which counts");
    expect(await setting("budget.day")).toMatchObject({ value: 1, source: "default" });
    await again();
    expect(await setting("budget.monthly")).toMatchObject({ value: "500GB", source: "run time" });
  });

  it("refuses what does not fit, with a reason, and changes nothing", async () => {
    const before = (await ask("pilothouse.settings")).result;
    for (const [values, message] of REFUSED) {
      expect((await set(values)).error?.message).toContain(message);
      expect((await ask("pilothouse.settings")).result).toEqual(before);
    }
  });
});

describe("a channel for notifications, set by RPC", () => {
  it("is tested, signs with a key that is never shown again, and is removed", async () => {
    const { got, url } = await receiver();
    await set({ "notify.webhook": url, "notify.webhook_key": KEY });
    await again();
    expect((await ask("pilothouse.notify", { test: "webhook" })).result).toMatchObject({ tested: true });
    const [{ headers, body } = { headers: {}, body: "" }] = got;
    const signed = `${headers["x-pilothouse-timestamp"]}.${body}`;
    expect(headers["x-pilothouse-signature"]).toBe(
      `sha256=${createHmac("sha256", KEY).update(signed).digest("hex")}`,
    );
    expect(await setting("notify.webhook_key")).toMatchObject({ value: null, hidden: true });
    expect(await setting("notify.webhook")).toMatchObject({
      value: `${new URL(url).origin}/…`,
      hidden: true,
    });
    const said = await Promise.all(
      ["settings", "notify", "audit", "events", "logs"].map((name) =>
        ask(`pilothouse.${name}`, name === "logs" ? { source: "service" } : {}),
      ),
    );
    expect(JSON.stringify(said)).not.toMatch(/the key of|a-secret-path/);
    await set({ "notify.webhook": null, "notify.webhook_key": null });
    expect((await ask("pilothouse.notify")).result["channels"]).toEqual([]);
    expect(await setting("notify.webhook_key")).toMatchObject({ hidden: false, source: "default" });
  });
});

describe("a secret of a channel belongs to the address that it was set for", () => {
  const TOKEN = "tk_of_the_operator";
  const sendTest = async () => (await ask("pilothouse.notify", { test: "ntfy" })).result;
  const authorizations = ({ got }: Awaited<ReturnType<typeof receiver>>) =>
    got.map(({ headers }) => headers.authorization);

  it("and is dropped, on record, when another address is set without it; the same address keeps it", async () => {
    const [mine, other] = [await receiver(), await receiver()];
    await set({ "notify.ntfy": mine.url, "notify.ntfy_token": TOKEN });
    await set({ "notify.ntfy": mine.url, "notify.pause": "2h" });
    expect(await sendTest()).toMatchObject({ tested: true });
    expect(authorizations(mine)).toEqual([`Bearer ${TOKEN}`]);

    await set({ "notify.ntfy": other.url });
    expect(await setting("notify.ntfy_token")).toMatchObject({ hidden: false, source: "default" });
    expect((await ask("pilothouse.audit", { limit: 1 })).result["entries"]).toMatchObject([
      { details: [{ name: "notify.ntfy" }, { name: "notify.ntfy_token", old: "(hidden)", new: null }] },
    ]);
    await again();
    expect(await sendTest()).toMatchObject({ tested: true });
    expect(authorizations(other)).toEqual([undefined]);

    await set({ "notify.ntfy": mine.url, "notify.ntfy_token": TOKEN });
    await set({ "notify.ntfy": null });
    await set({ "notify.ntfy": other.url });
    expect(await sendTest()).toMatchObject({ tested: true });
    expect(authorizations(other)).toEqual([undefined, undefined]);
  });

  it("so another mail server needs the password again, and another recipient does not", async () => {
    const mail = {
      ...{ "notify.email_to": ["me@example.org"], "notify.email_server": "smtps://mail.example.org" },
      ...{ "notify.email_user": "me", "notify.email_password": "swordfish" },
    };
    await set(mail);
    await set({ "notify.email_to": ["you@example.org"], "notify.email_user": "you" });
    expect(await setting("notify.email_password")).toMatchObject({ hidden: true });
    const moved = { "notify.email_server": "smtps://mail.example.org:4650" };
    expect((await set(moved)).error?.message).toContain("one of them is missing");
    expect(await setting("notify.email_server")).toMatchObject({ value: mail["notify.email_server"] });
    expect(await setting("notify.email_password")).toMatchObject({ hidden: true });
    expect((await set({ ...moved, "notify.email_password": "another" })).error).toBeUndefined();
  });

  it("and one from the configuration is not sent to an address that was set here", async () => {
    const { got, url } = await receiver();
    const file = join(dir, "token");
    writeFileSync(file, TOKEN);
    await set({ "notify.ntfy": url });
    await again({ "notify.ntfy_token_file": file });
    expect(await sendTest()).toMatchObject({ tested: false, failed: expect.stringContaining("notify.ntfy") });
    expect(got).toEqual([]);
    expect((await set({ "notify.ntfy": `${url}/other` })).error?.message).toContain(
      "notify.ntfy cannot be set here while notify.ntfy_token_file is set by --notify-ntfy-token-file",
    );
    expect((await set({ "notify.ntfy": null })).error).toBeUndefined();
    await again({ "notify.ntfy": url, "notify.ntfy_token_file": file });
    expect(await sendTest()).toMatchObject({ tested: true });
    expect(got).toMatchObject([{ headers: { authorization: `Bearer ${TOKEN}` } }]);
  });

  it("and one that was set for an address of the configuration is not sent to another, when that is gone", async () => {
    const [mine, other] = [await receiver(), await receiver()];
    await set({ "notify.ntfy": other.url });
    await again({ "notify.ntfy": mine.url });
    await set({ "notify.ntfy_token": TOKEN });
    expect(await sendTest()).toMatchObject({ tested: true });
    expect(authorizations(mine)).toEqual([`Bearer ${TOKEN}`]);
    await again();
    expect((await ask("pilothouse.notify")).result["channels"]).toEqual([]);
    await set({ "notify.ntfy": other.url });
    expect(await sendTest()).toMatchObject({ tested: true });
    expect(authorizations(other)).toEqual([undefined]);
  });
});
