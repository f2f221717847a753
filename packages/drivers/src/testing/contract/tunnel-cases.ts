import { createHash } from "node:crypto";
import { b32Address, destinationBytes, type TunnelOption } from "@pilothouse/protocol";
import { expect } from "vitest";
import {
  type RouterTunnels,
  SettingRefused,
  type Tunnel,
  type TunnelChange,
  type TunnelConfig,
} from "../../port.js";
import { type Case, given, type Harness, read, running, SECOND, SOON } from "./harness.js";

const configOf = (options: { readonly [O in TunnelOption]?: string }): TunnelConfig =>
  new Map(Object.entries(options)) as TunnelConfig;

const SERVER = configOf({ Type: "server", TargetHost: "127.0.0.1", TargetPort: "28080", TunnelLength: "1" });
const CLIENT = configOf({ Type: "client", Port: "28081", TargetDestination: "example.i2p" });
const create = (
  name: string,
  config = SERVER,
  more: { key?: Uint8Array; kept?: string } = {},
): TunnelChange => ({
  action: "create",
  name,
  config,
  ...more,
});
const act = (action: "start" | "stop" | "restart" | "adopt" | "delete", name: string): TunnelChange => ({
  action,
  name,
});
const edit = (name: string, set: { readonly [O in TunnelOption]?: string | null }): TunnelChange => ({
  action: "edit",
  name,
  set: new Map(Object.entries(set)) as ReadonlyMap<TunnelOption, string | null>,
});

async function started(harness: Harness): Promise<RouterTunnels> {
  await running(harness);
  return given(harness.router.tunnels, "router.tunnels");
}

const list = (tunnels: RouterTunnels) => tunnels.list(AbortSignal.timeout(30 * SECOND));
const found = async (tunnels: RouterTunnels, name: string) =>
  (await list(tunnels)).find((tunnel) => tunnel.name === name);

async function inState(harness: Harness, name: string, state: Tunnel["state"]): Promise<Tunnel> {
  const tunnels = given(harness.router.tunnels, "router.tunnels");
  let last: Tunnel | undefined;
  await harness.until(async () => {
    last = await found(tunnels, name);
    return last?.state === state;
  }, SOON);
  return last as Tunnel;
}

/** What of a tunnel does not depend on the moment. */
const kept = async (tunnels: RouterTunnels) =>
  (await list(tunnels)).map(({ name, config, address, foreign }) => ({
    ...{ name, address, foreign },
    config: new Map([...config].sort()),
  }));

const hashOf = (destination: string): string =>
  b32Address(
    createHash("sha256")
      .update(given(destinationBytes(destination), "destination"))
      .digest(),
  );

async function refused(
  tunnels: RouterTunnels,
  key: string,
  ...changes: readonly TunnelChange[]
): Promise<void> {
  const before = await kept(tunnels);
  for (const attempt of [tunnels.plan(changes), tunnels.change(changes)]) {
    const error: unknown = await attempt.then(
      () => undefined,
      (one: unknown) => one,
    );
    expect(error, JSON.stringify(changes)).toBeInstanceOf(SettingRefused);
    expect((error as SettingRefused).key).toBe(key);
  }
  expect(await kept(tunnels)).toEqual(before);
}

export const TUNNEL_CASES = {
  "a tunnel that is created runs, with the address of its destination and the options that were given":
    async (harness) => {
      const tunnels = await started(harness);
      const { before, after } = await tunnels.change([create("web"), create("talk", CLIENT)]);
      const names = (all: readonly Tunnel[]) => all.map(({ name }) => name);
      expect(names(after)).toEqual([...names(before), "talk", "web"].sort());
      const web = await inState(harness, "web", "running");
      expect(web).toMatchObject({ type: "server", server: true });
      expect(Object.fromEntries(web.config)).toMatchObject({
        ...Object.fromEntries(SERVER),
        StartOnLoad: "true",
      });
      expect(hashOf(web.destination ?? "")).toBe(web.address);
      const talk = await inState(harness, "talk", "running");
      expect(talk).toMatchObject({ type: "client", server: false });
      expect(Object.fromEntries(talk.config)).toMatchObject(Object.fromEntries(CLIENT));
    },

  "an edit changes what it names, and keeps the rest and the address": async (harness) => {
    const tunnels = await started(harness);
    await tunnels.change([create("web")]);
    const before = await inState(harness, "web", "running");
    await tunnels.change([edit("web", { TargetPort: "28082", TunnelLength: null })]);
    const after = await inState(harness, "web", "running");
    expect(Object.fromEntries(after.config)).toMatchObject({ Type: "server", TargetPort: "28082" });
    expect(after.config.has("TunnelLength")).toBe(false);
    expect(after.address).toBe(before.address);
    await tunnels.change([{ action: "edit", name: "web", set: new Map(), newName: "site" }]);
    expect((await inState(harness, "site", "running")).address).toBe(before.address);
    expect(await found(tunnels, "web")).toBeUndefined();
  },

  "several changes take one restart at most": async (harness) => {
    const tunnels = await started(harness);
    const { starts } = await read(harness.router);
    await tunnels.change([create("web"), create("talk", CLIENT), act("stop", "talk")]);
    await inState(harness, "web", "running");
    expect(await found(tunnels, "talk")).toMatchObject({ state: "stopped" });
    expect((await read(harness.router)).starts - starts).toBeLessThanOrEqual(1);
  },

  "a stopped tunnel stays so until it is started": async (harness) => {
    const tunnels = await started(harness);
    await tunnels.change([create("web")]);
    const { address } = await inState(harness, "web", "running");
    await tunnels.change([act("stop", "web")]);
    const stopped = await inState(harness, "web", "stopped");
    expect([stopped.config.get("StartOnLoad"), stopped.config.get("TargetPort")]).toEqual(["false", "28080"]);
    await tunnels.change([create("other", CLIENT)]);
    expect(await found(tunnels, "web")).toMatchObject({ state: "stopped" });
    await tunnels.change([act("start", "web")]);
    expect(await inState(harness, "web", "running")).toMatchObject({ address });
    await tunnels.change([act("restart", "web")]);
    expect(await inState(harness, "web", "running")).toMatchObject({ address });
  },

  "the key of a deleted tunnel is kept until it is to be forgotten": async (harness) => {
    const tunnels = await started(harness);
    await tunnels.change([create("web")]);
    const { address = "" } = await inState(harness, "web", "running");
    await tunnels.change([act("delete", "web")]);
    expect(await found(tunnels, "web")).toBeUndefined();
    await tunnels.change([create("web")]);
    expect(await inState(harness, "web", "running")).toMatchObject({ address });
    await tunnels.change([act("delete", "web"), create("site", SERVER, { kept: address })]);
    expect(await inState(harness, "site", "running")).toMatchObject({ address });
    await tunnels.change([{ action: "delete", name: "site", forgetKey: true }]);
    await refused(tunnels, "Name", create("site", SERVER, { kept: address }));
    await tunnels.change([create("site")]);
    expect((await inState(harness, "site", "running")).address).not.toBe(address);
  },

  "a tunnel that is created with a key has its address": async (harness) => {
    const tunnels = await started(harness);
    await tunnels.change([create("web")]);
    const { address } = await inState(harness, "web", "running");
    const key = given(await tunnels.key("web"), "key");
    await tunnels.change([{ action: "delete", name: "web", forgetKey: true }]);
    await tunnels.change([create("imported", SERVER, { key })]);
    expect(await inState(harness, "imported", "running")).toMatchObject({ address });
    expect(Buffer.from(given(await tunnels.key("imported"), "key")).equals(Buffer.from(key))).toBe(true);
    await refused(tunnels, "Key", create("garbage", SERVER, { key: key.subarray(0, 200) }));
  },

  "what cannot be done is refused with the option that is to blame, and nothing is changed": async (
    harness,
  ) => {
    const tunnels = await started(harness);
    await tunnels.change([create("web"), create("talk", CLIENT)]);
    await refused(tunnels, "Name", create("web"));
    await refused(tunnels, "Port", create("other", CLIENT));
    await refused(tunnels, "Port", edit("talk", { Port: null }));
    await refused(tunnels, "TargetPort", create("bare", configOf({ Type: "server" })));
    await refused(tunnels, "Name", act("stop", "nobody"));
    await refused(tunnels, "Name", create("good"), act("delete", "nobody"));
    await refused(tunnels, "Name", act("delete", "web"), edit("web", { TargetPort: "28083" }));
    await refused(tunnels, "NewName", { action: "edit", name: "web", set: new Map(), newName: "talk" });
  },

  "a plan names the tunnels that are interrupted, and changes nothing": async (harness) => {
    const tunnels = await started(harness);
    await tunnels.change([create("web")]);
    await inState(harness, "web", "running");
    const before = await kept(tunnels);
    const plan = await tunnels.plan([create("talk", CLIENT)]);
    if (plan.interruptsForMs !== undefined) expect(plan.interrupted).toContain("web");
    expect(plan.interruptsForMs ?? 0).toSatisfy(Number.isSafeInteger);
    expect(await kept(tunnels)).toEqual(before);
  },

  "a change of tunnels that is aborted before its turn changes nothing": async (harness) => {
    const tunnels = await started(harness);
    const before = await kept(tunnels);
    const why = new Error("the session was ended");
    await expect(tunnels.change([create("web")], AbortSignal.abort(why))).rejects.toBe(why);
    expect(await kept(tunnels)).toEqual(before);
  },

  "tunnels are still there when the router is opened again": async (harness) => {
    const tunnels = await started(harness);
    await tunnels.change([create("web"), create("talk", CLIENT), act("stop", "talk")]);
    const before = await kept(tunnels);
    await harness.router.close();
    const again = harness.reopen();
    await again.start();
    expect(await kept(given(again.tunnels, "router.tunnels"))).toEqual(before);
  },

  "a tunnel of another program is shown, and only changed once it is adopted": async (harness) => {
    const tunnels = await started(harness);
    const name = given(harness.foreignTunnel, "foreignTunnel");
    const { address } = await inState(harness, name, "running");
    expect(await found(tunnels, name)).toMatchObject({ foreign: expect.any(String) });
    await refused(tunnels, "Name", act("stop", name));
    await tunnels.change([act("adopt", name)]);
    const adopted = await inState(harness, name, "running");
    expect([adopted.foreign, adopted.address]).toEqual([undefined, address]);
    await tunnels.change([act("stop", name)]);
    await inState(harness, name, "stopped");
  },
} as const satisfies Record<string, Case>;
