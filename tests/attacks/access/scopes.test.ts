import {
  ACTIONS,
  methodDefinition,
  NETWORK_KEYS,
  networkDefinition,
  SCOPE_NAMES,
  SERVICE_METHOD_NAMES,
  SERVICE_NAMES,
} from "@pilothouse/protocol";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Here, startHere } from "../../blackbox/harness.js";
import { callText, type Envelope, type Fields } from "../../blackbox/wire.js";

/** Each includes those before it. Spelled out again here, as is what every call needs: the tables may be wrong. */
const SCOPES = ["read", "operate", "settings", "all"] as const;
type Scope = (typeof SCOPES)[number];

interface Case {
  readonly method: string;
  readonly params: Fields;
  readonly needs: Scope;
  /** What a token that may call this is answered, where that is an error. */
  readonly code?: number;
}

const on = (needs: Scope, method: string, params: Fields = {}, code?: number): Case => ({
  method,
  params,
  needs,
  ...(code !== undefined && { code }),
});

const TEMPLATE = { checksum: "0123456789abcdef0123456789abcdef", restart: "never" };

/** Every parameter of TunnelManager: none of them needs more than the action does. */
const TUNNEL: Fields = Object.fromEntries(
  Object.keys((methodDefinition("TunnelManager") as { params: Fields }).params).map((name) => [name, ""]),
);

const CASES: readonly Case[] = [
  on("read", "RouterInfo", { "svc.router.uptime": "", "i2p.router.status": "" }),
  on("read", "GetRate", { Stat: "bw.sendRate", Period: 60_000 }),
  on("read", "Echo", { Echo: "x" }),
  on("read", "pilothouse.health"),
  on("read", "pilothouse.notify"),
  on("operate", "pilothouse.notify", { test: "webhook" }, -32602),
  on("read", "pilothouse.traffic"),
  on("read", "pilothouse.traffic", { preview: { "budget.monthly": "1TB" } }),
  on("read", "pilothouse.settings"),
  on("all", "pilothouse.settings", { set: { "budget.day": 9 } }),
  on("all", "pilothouse.settings", { set: { "budget.day": 9 }, ifRevision: 999_999 }, -32602),
  on("all", "pilothouse.settings", { set: { "notify.webhook_key_file": "/etc/passwd" } }, -32602),
  on("read", "pilothouse.changes", { before: 9, limit: 5, part: "network" }),
  on("read", "pilothouse.changes", { from: 0 }),
  on("read", "pilothouse.changes", { from: 0, to: 999 }, -32602),
  on("settings", "pilothouse.changes", { undo: 999, preview: true }, -32602),
  on("settings", "pilothouse.changes", { undo: 999, plan: "none" }, -32602),
  on("settings", "pilothouse.changes", { goTo: 999, part: "network", force: true }, -32602),
  on("read", "pilothouse.logs", { source: "service", level: "warn", text: "x", limit: 5 }),
  on("read", "pilothouse.logs", { source: "router", after: "0-0.0" }),
  on("all", "pilothouse.backup", { passphrase: "x", password: "wrong" }, -32000),
  on("all", "pilothouse.backupPart", { file: "backup-0", from: 0 }, -32602),
  on("all", "pilothouse.restoreUpload", { password: "wrong", bytes: 9 }, -32000),
  on("all", "pilothouse.restorePart", { file: "restore-0", from: 0, part: "AAAA" }, -32602),
  on("all", "pilothouse.restoreCheck", { file: "restore-0", passphrase: "x" }, -32602),
  on("all", "pilothouse.restore", { file: "restore-0", password: "wrong" }, -32000),
  on("all", "pilothouse.restore", { file: "restore-0", cancel: true }, -32602),
  on("read", "TunnelManager", { Action: "get", Name: "nobody" }, -32602),
  on("settings", "TunnelManager", { Action: "stop", Name: "nobody" }, -32602),
  on("settings", "TunnelManager", { ...TUNNEL, All: false, Action: "create" }, -32602),
  on("settings", "AddressBook", { Type: "router", Hostname: "x.i2p", Destination: "", Delete: "" }, -32602),
  on("settings", "AddressBook", { SetSubscriptions: ["http://a.i2p/"], SetConfig: {} }, -32602),
  on("read", "pilothouse.tunnels"),
  on("settings", "pilothouse.tunnels", { changes: [], preview: true, open: true }),
  on("settings", "pilothouse.tunnels", { changes: [{ action: "stop", name: "x" }], mark: "none" }, -32602),
  on("all", "pilothouse.tunnelKey", { name: "nobody", password: "wrong" }, -32001),
  on("read", "pilothouse.names", { search: "x", after: "a", limit: 1, lookup: "stats.i2p" }),
  on("settings", "pilothouse.names", { add: { name: "stats.i2p", destination: "A".repeat(516) } }, -32602),
  on("settings", "pilothouse.names", { remove: ["never.i2p"] }),
  on("settings", "pilothouse.names", { subscribe: ["http://a.i2p/"], remove: ["x.i2p"] }, -32602),
  on("read", "pilothouse.events"),
  on("read", "pilothouse.events", { after: 0, kinds: ["router.crashed"], severity: "warning" }),
  on("read", "pilothouse.events", { before: 9, from: 1, to: 2, limit: 5 }),
  on("read", "pilothouse.apply"),
  on("settings", "pilothouse.apply", {
    ...TEMPLATE,
    network: { "router.net.bw.in": "112" },
    deadline: 5_000,
    drain: 0,
  }),
  on("settings", "pilothouse.apply", { ...TEMPLATE, advanced: { plain: "3" } }),
  on("settings", "pilothouse.apply", { ...TEMPLATE, tunnels: {} }),
  on("all", "pilothouse.apply", { ...TEMPLATE, advanced: { "x.password": "y" } }),
  on("read", "rpc.discover"),
  ...["I2PTunnel", "HTTPProxy", "SOCKS", "SAM", "BOB", "I2CP"].map((name) =>
    on("read", "ClientServicesInfo", { [name]: "" }),
  ),

  ...["FindUpdates", "Update", "Reseed", "Restart", "RestartGraceful", "Shutdown", "ShutdownGraceful"].map(
    (action) => on("operate", "RouterManager", { [action]: true }),
  ),
  on("operate", "RouterManager", { Reseed: "" }),
  on("operate", "pilothouse.cancel"),
  on("read", "RouterManager", {}, -32602),

  on("read", "NetworkSetting", {}),
  on("read", "NetworkSetting", { "svc.router.net.ssu.detectedip": "x" }),
  ...(
    [
      ["router.net.ntcp.port", "12345"],
      ["router.net.ntcp.hostname", "router.example"],
      ["router.net.ntcp.autoip", "false"],
      ["router.net.ssu.port", "12345"],
      ["router.net.ssu.hostname", "router.example"],
      ["router.net.ssu.autoip", "ssu"],
      ["router.net.upnp", "false"],
      ["router.net.bw.share", "11"],
      ["router.net.bw.in", "111"],
      ["router.net.bw.out", "111"],
      ["router.net.laptopmode", "true"],
    ] as const
  ).flatMap(([key, value]) => [
    on("read", "NetworkSetting", { [`svc.${key}`]: null }),
    on("settings", "NetworkSetting", { [`svc.${key}`]: value }),
    on("settings", "NetworkSetting", { [`i2p.${key}`]: value }),
  ]),
  on("settings", "NetworkSetting", { "svc.router.net.bw.in": null, "svc.router.net.bw.out": "7" }),

  on("read", "AdvancedSettings", {}),
  on("read", "AdvancedSettings", { getAll: "" }),
  on("read", "AdvancedSettings", { get: "plain" }),
  on("all", "AdvancedSettings", { get: "x.password" }),
  on("all", "AdvancedSettings", { get: "SecretName" }),
  on("settings", "AdvancedSettings", { set: { plain: "2" } }),
  on("settings", "AdvancedSettings", { set: { plain: "2" }, get: "plain", getAll: "" }),
  on("all", "AdvancedSettings", { set: { plain: "2", "x.password": "taken" } }),
  on("all", "AdvancedSettings", { setAll: { plain: "3" } }),
  on("settings", "AdvancedSettings", { set: { plain: "2" }, IfRevision: 999_999 }, -32602),

  on("read", "ServiceControl", {}),
  on("read", "ServiceControl", { "svccontrol.address": "0.0.0.0", "svccontrol.port": "1" }),
  on("all", "ServiceControl", { "svccontrol.password": "too short" }, -32602),
  on("all", "I2PControl", { "i2pcontrol.password": "too short" }, -32602),

  on("read", "pilothouse.status"),
  on("read", "pilothouse.history", { from: 1, to: 60_000, points: 10 }),
  on("read", "pilothouse.audit", { limit: 5, before: 1_000 }),
  on("read", "pilothouse.webapps"),
  on("settings", "pilothouse.webapps", { name: "jsonrpc" }),
  on("settings", "pilothouse.webapps", { name: "jsonrpc", running: true }),
  on("settings", "pilothouse.webapps", { running: true }),
  on("settings", "pilothouse.webapps", { name: "jsonrpc", autostart: true }),

  on("all", "pilothouse.sessions"),
  on("all", "pilothouse.sessions", { revoke: "nobody" }, -32602),
  on("all", "pilothouse.sessions", { revokeOthers: true }),
  on("all", "pilothouse.sessions", { rename: "nobody", name: "a name" }, -32602),
  on("all", "pilothouse.tokens"),
  on("all", "pilothouse.tokens", { revoke: "nothing" }, -32602),
  on("all", "pilothouse.createToken", { name: "child", scope: "read", lifetime: 60_000 }),
  on("all", "pilothouse.password", { password: "too short", current: "x", keepTokens: true }, -32001),
  // This service was started without the means to belong to a fleet.
  on("all", "pilothouse.join", { token: "ph1_x", name: "x" }, -32000),
  on("all", "pilothouse.leave", {}, -32000),
  on("read", "pilothouse.membership", {}, -32000),
  on("all", "pilothouse.logout", { after: 600 }),
  on("all", "pilothouse.logout", { device: "nobody" }),
  on("all", "pilothouse.logout"),
];

let here: Here;
beforeAll(async () => {
  here = await startHere();
});

const asked = async (method: string, params: Fields, operator = false): Promise<Envelope> => {
  const peer = operator ? ({ address: "local", access: "operator" } as const) : { address: "192.0.2.1" };
  // What a lifecycle action does once its answer has left is not done here.
  return JSON.parse((await here.service.answer(callText(method, params), peer)).text) as Envelope;
};
const asOperator = async (method: string, params: Fields = {}) =>
  (await asked(method, params, true)).result ?? {};
let made = 0;
const tokenOf = async (scope: Scope) =>
  String((await asOperator("pilothouse.createToken", { name: `t${++made}`, scope }))["Token"]);

/** Everything that any call could change, as the operator sees it. */
async function state(): Promise<unknown> {
  const keys = NETWORK_KEYS.map((key) => [`svc.${key}`, null]);
  const [settings, network, webapps, sessions, tokens, audit] = await Promise.all([
    asOperator("AdvancedSettings", { getAll: "" }),
    asOperator("NetworkSetting", Object.fromEntries(keys)),
    asOperator("pilothouse.webapps"),
    asOperator("pilothouse.sessions"),
    asOperator("pilothouse.tokens"),
    asOperator("pilothouse.audit"),
  ]);
  const unused = (tokens["tokens"] as Fields[]).map(({ used: _used, ...rest }) => rest);
  return { settings, network, webapps, sessions, tokens: unused, audit };
}

beforeEach(async () => {
  await asOperator("AdvancedSettings", { setAll: { plain: "1", "x.password": "hidden", SecretName: "s" } });
});

const label = ({ method, params }: Case) => `${method} ${JSON.stringify(params)}`;

describe.each(SCOPES)("a token with the scope %s", (scope) => {
  const isEnough = (needs: Scope) => SCOPES.indexOf(scope) >= SCOPES.indexOf(needs);

  it("is answered as the list above says, and what it is refused changes nothing", async () => {
    const wrong: unknown[] = [];
    const before = await state();
    let refused = 0;
    const Token = await tokenOf(scope);
    const withIt = await state();
    for (const one of CASES.filter(({ needs }) => !isEnough(needs))) {
      const { error } = await asked(one.method, { Token, ...one.params });
      refused++;
      const description = new RegExp(
        `^The token does not allow this: .* needs the scope ${one.needs}, .* has ${scope}$`,
      );
      const { code, message = "", data } = error ?? {};
      if (code !== -32008 || !description.test(message) || (data as Fields)["scope"] !== one.needs)
        wrong.push([label(one), error]);
    }
    expect(wrong).toEqual([]);
    expect(await state()).toEqual(withIt);
    expect(withIt).not.toEqual(before);
    expect(refused > 0).toBe(scope !== "all");
  });

  it("is let through wherever the list above lets it", async () => {
    const wrong: unknown[] = [];
    for (const one of CASES.filter(({ needs }) => isEnough(needs))) {
      // Some of them end the token that they come with.
      const { error } = await asked(one.method, { Token: await tokenOf(scope), ...one.params });
      if (error?.code !== one.code) wrong.push([label(one), error]);
    }
    expect(wrong).toEqual([]);
  });

  it("sees all settings except secrets, unless it may do everything", async () => {
    const { result } = await asked("AdvancedSettings", { Token: await tokenOf(scope), getAll: "" });
    const names = Object.keys(result?.["getAll"] as Fields);
    expect(names).toContain("plain");
    for (const secret of ["x.password", "SecretName"])
      expect([secret, names.includes(secret)]).toEqual([secret, scope === "all"]);
  });
});

describe("a read-only token", () => {
  it("changes nothing by any method, with every key that it is not refused", async () => {
    const Token = await tokenOf("read");
    const before = await state();
    for (const one of CASES) await asked(one.method, { Token, ...one.params });
    const batch = CASES.map(({ method, params }) => callText(method, { Token, ...params }));
    for (let at = 0; at < batch.length; at += 50)
      await here.service.answer(`[${batch.slice(at, at + 50).join(",")}]`, { address: "192.0.2.1" });
    expect(await state()).toEqual(before);
  });

  it("is answered a call of several keys as a whole: refused for one, it does none", async () => {
    const Token = await tokenOf("operate");
    const before = await state();
    const { error } = await asked("AdvancedSettings", { Token, getAll: "", set: { plain: "9" } });
    expect(error).toMatchObject({ code: -32008, data: { scope: "settings" } });
    expect(error?.message).toContain("AdvancedSettings with set needs the scope settings");
    expect(await state()).toEqual(before);
  });
});

describe("the list of cases", () => {
  it("has every method that wants a token, with every parameter, key and action of the tables", () => {
    const covered = new Set(
      CASES.flatMap(({ method, params }) => [
        method,
        ...Object.entries(params).map(
          ([key, value]) => `${method} ${key} ${value === null ? "read" : "given"}`,
        ),
      ]),
    );
    // A hub has those of fleets, and a matrix of its own.
    const guarded = SERVICE_METHOD_NAMES.filter((name) => methodDefinition(name).guard !== "open");
    const wanted = guarded.flatMap((name) => {
      const row = methodDefinition(name);
      if (row.shape === "reads") return [name];
      if (row.shape === "acts") return ACTIONS.map((action) => `${name} ${action} given`);
      if (row.shape === "call")
        return [name, ...Object.keys(row.params).map((key) => `${name} ${key} given`)];
      return NETWORK_KEYS.filter((key) => !networkDefinition(key).readOnly).flatMap((key) => [
        `${name} svc.${key} read`,
        `${name} svc.${key} given`,
      ]);
    });
    expect(SERVICE_NAMES).toHaveLength(6);
    expect(wanted.filter((one) => !covered.has(one))).toEqual([]);
  });

  it("knows the scopes that there are", () => {
    expect(SCOPE_NAMES).toEqual(SCOPES);
  });
});
