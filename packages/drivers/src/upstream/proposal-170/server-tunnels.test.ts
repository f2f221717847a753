import type { TunnelOption } from "@pilothouse/protocol";
import { expect, it } from "vitest";
import { NotPossible, SettingRefused, type TunnelChange, TunnelsRolledBack } from "../../port.js";
import { javaRouter } from "../testing/fixtures.js";
import { Proposal170 } from "../testing/java/proposal-170.js";

type Options = { readonly [O in TunnelOption]?: string | null };
const SITE: Options = { Type: "server", TargetPort: "28080" };
const TALK: Options = { Type: "client", Port: "28081", TargetDestination: "example.i2p" };

const create = (name: string, options: Options, more: object = {}): TunnelChange => ({
  ...{
    action: "create",
    name,
    config: new Map(Object.entries(options)) as ReadonlyMap<TunnelOption, string>,
  },
  ...more,
});
const edit = (name: string, options: Options, newName?: string): TunnelChange => ({
  ...{ action: "edit", name, set: new Map(Object.entries(options)) as ReadonlyMap<TunnelOption, string> },
  ...(newName !== undefined && { newName }),
});
const act = (action: "start" | "stop" | "delete" | "adopt", name: string): TunnelChange => ({ action, name });
const soon = () => AbortSignal.timeout(120_000);

/** A server with the plugin, and a tunnel behind it. */
async function withPlugin() {
  const plugin = new Proposal170();
  const java = await javaRouter({ double: { proposal170: plugin } });
  await java.router.start();
  const { tunnels } = java.router;
  await tunnels.change([create("web", { ...SITE, Description: "my site" }), create("talk", TALK)]);
  return {
    plugin,
    tunnels,
    list: () => tunnels.list(soon()),
    [Symbol.asyncDispose]: java[Symbol.asyncDispose],
  };
}

it("an edit names only what it changes, also with another name, and keeps the address", async () => {
  await using java = await withPlugin();
  const [, before] = await java.list();
  await java.tunnels.change([edit("web", { TargetPort: "28082" }, "site")]);
  const [site] = await java.list();
  expect(site).toMatchObject({ name: "site", server: true, state: "running", address: before?.address });
  expect(Object.fromEntries(site?.config ?? [])).toEqual({
    ...{ Type: "server", TargetPort: "28082", Description: "my site", StartOnLoad: "true" },
  });
});

it("shows no secret of the server's own files", async () => {
  await using java = await withPlugin();
  const [talk] = java.plugin.tunnels;
  expect(talk).toBeDefined();
  expect(JSON.stringify((await java.list()).map(({ config }) => [...config]))).not.toContain("hunter2");
});

it.each<[string, string, readonly TunnelChange[]]>([
  ["a name that is taken", "Name", [create("web", SITE)]],
  ["a name that is not there", "Name", [act("stop", "nobody")]],
  ["a port that is taken", "Port", [create("other", TALK)]],
  ["a type that is missing", "Type", [create("other", {})]],
  ["a target that is missing", "TargetPort", [create("other", { Type: "server" })]],
  ["to unset an option", "Description", [edit("web", { Description: null })]],
  ["a new name that is taken", "NewName", [edit("web", {}, "talk")]],
  ["a key", "Key", [create("other", SITE, { key: new Uint8Array(400) })]],
  ["an address of before", "Name", [create("other", SITE, { kept: "a.b32.i2p" })]],
  ["to forget a key", "Name", [{ action: "delete", name: "web", forgetKey: true }]],
  ["to adopt", "Name", [act("adopt", "web")]],
  ["to delete before another change", "Name", [act("delete", "web"), create("site", SITE)]],
  ["a good change before a bad one", "Name", [create("good", SITE), act("delete", "nobody")]],
])("refuses %s, and changes nothing", async (_, key, changes) => {
  await using java = await withPlugin();
  const before = structuredClone(java.plugin.tunnels);
  for (const attempt of [java.tunnels.plan(changes), java.tunnels.change(changes)]) {
    const error: unknown = await attempt.catch((one: unknown) => one);
    expect(error).toBeInstanceOf(SettingRefused);
    expect((error as SettingRefused).key).toBe(key);
  }
  expect(java.plugin.tunnels).toEqual(before);
});

it("takes back what was done before a change at which the server fails, and says what it said", async () => {
  await using java = await withPlugin();
  const before = structuredClone(java.plugin.tunnels);
  java.plugin.fails = ({ Name, Action }) => Action === "create" && Name === "last";
  const changes = [
    edit("web", { TargetPort: "28083" }, "site"),
    act("stop", "talk"),
    create("new", SITE),
    create("last", SITE),
  ];
  const error: unknown = await java.tunnels.change(changes).catch((one: unknown) => one);
  expect(error).toBeInstanceOf(TunnelsRolledBack);
  expect((error as Error).message).toContain("failed to save tunnel: disk full");
  expect(java.plugin.tunnels).toEqual(before);
});

it("gives no keys, and says so", async () => {
  await using java = await withPlugin();
  await expect(java.tunnels.key()).rejects.toThrow(NotPossible);
});

it("has no way to tunnels and names where the server does not know the methods", async () => {
  await using java = await javaRouter();
  await java.router.start();
  const { tunnels, addressBook } = java.router;
  const none = async (work: Promise<unknown>, what: string) => {
    const error: unknown = await work.catch((one: unknown) => one);
    expect(error).toBeInstanceOf(NotPossible);
    expect((error as Error).message).toBe(`This router has no way to ${what} of I2P proposal 170`);
  };
  const toTunnels = "tunnels: its server does not know TunnelManager";
  const toNames = "an address book: its server does not know AddressBook";
  await none(tunnels.list(soon()), toTunnels);
  await none(tunnels.change([create("web", SITE)]), toTunnels);
  await none(addressBook.list({ limit: 1 }), toNames);
  await none(addressBook.add("a.i2p", "AAAA"), toNames);
  await none(addressBook.subscribe([]), toNames);
});
