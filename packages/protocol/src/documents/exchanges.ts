import type { MethodName } from "../tables/methods.js";

/** What a client sends, without the token, and what it is answered. */
export interface Exchange {
  readonly params: { readonly [key: string]: unknown };
  readonly result: unknown;
}

const TOKEN = "2MfDWAAyUKmImlVpQJMSGOLFt6Vyfrv1EaFzuN-vwCI";
const AT = 1_794_907_841_862;
const MEMBERSHIP = {
  ...{ state: "none", name: null, fleet: null, key: null, fingerprint: null },
  ...{ addresses: [], instance: null, identity: "own", note: null },
};

/**
 * Real exchanges for the documents: a test sends them and compares what it gets. A method without one is shown with
 * made-up values.
 */
export const EXCHANGES: { readonly [M in MethodName]?: Exchange } = {
  Authenticate: { params: { API: 1, Password: "your password" }, result: { API: 1, Token: TOKEN } },
  RouterInfo: {
    params: { "svc.router.uptime": "", "svc.router.net.status": "", "svc.router.net.bw.inbound.15s": "" },
    result: {
      ...{ "svc.router.uptime": 97_211, "svc.router.net.status": 0 },
      "svc.router.net.bw.inbound.15s": 48_211.4,
    },
  },
  GetRate: { params: { Stat: "bw.sendRate", Period: 60_000 }, result: { Result: 1_128.5 } },
  RouterManager: { params: { Reseed: null }, result: { Reseed: null } },
  NetworkSetting: {
    params: { "svc.router.net.bw.in": "2048", "svc.router.net.bw.share": null },
    result: {
      ...{ "svc.router.net.bw.in": "2048", "svc.router.net.bw.share": "80" },
      ...{ SettingsSaved: true, RestartNeeded: false },
    },
  },
  AdvancedSettings: {
    params: { set: { "router.sharePercentage": "70" }, get: "router.sharePercentage" },
    result: { get: { "router.sharePercentage": "70" } },
  },
  Echo: { params: { Echo: "hello" }, result: { Result: "hello" } },
  ServiceControl: {
    params: { "svccontrol.password": "a better password" },
    result: { "svccontrol.password": null, SettingsSaved: true },
  },
  ClientServicesInfo: {
    params: { HTTPProxy: "", SAM: "" },
    result: { HTTPProxy: { enabled: "false" }, SAM: { enabled: "false" } },
  },
  "rpc.discover": { params: {}, result: { openrpc: "1.3.2", info: {}, methods: [], components: {} } },
  "pilothouse.notify": {
    params: {},
    result: {
      channels: [],
      rules: [{ key: "router.unreachable", on: true, minutes: 2, holds: false }],
    },
  },
  "pilothouse.health": {
    params: {},
    result: {
      ...{ time: AT, sampled: AT - 13, age: 13, verdict: "wait" },
      findings: [
        {
          ...{ key: "net.testing", level: "wait" },
          text: "The router is finding out whether others can reach it.",
          ...{ todo: "Wait a few minutes.", values: {}, action: null, ports: [] },
        },
      ],
    },
  },
  "pilothouse.traffic": {
    params: {},
    result: {
      ...{ time: AT, since: AT - 86_400_000, exact: true },
      ...{ today: { received: 1_024, sent: 512 }, month: { received: 1_024, sent: 512 } },
      all: { received: 1_024, sent: 512 },
      days: [{ day: "2026-11-17", received: 1_024, sent: 512 }],
      months: [{ month: "2026-11", received: 1_024, sent: 512 }],
      budget: null,
    },
  },
  "pilothouse.join": {
    params: { token: "ph1_…", name: "attic" },
    result: {
      ...MEMBERSHIP,
      ...{ state: "connected", name: "attic", fleet: "AB3D…", key: "UCX7…", fingerprint: "4F:1C:…" },
      ...{ addresses: ["tls://hub.example:7651"], instance: "k2Jd…" },
    },
  },
  "pilothouse.leave": { params: {}, result: { Left: false, note: null } },
  "pilothouse.membership": { params: {}, result: MEMBERSHIP },
  "pilothouse.webapps": {
    params: { name: "jsonrpc", running: true },
    result: {
      applications: [
        {
          ...{ name: "jsonrpc", title: "Remote management over JSON-RPC at /jsonrpc/" },
          ...{ running: true, autostart: false },
        },
      ],
    },
  },
  "pilothouse.status": {
    params: {},
    result: {
      ...{ simulated: true, router: "simulator", phase: "running", sampled: AT, next: null, until: null },
      ...{ retryAt: null, crash: null, starts: 1, note: null, restartNeeded: false, version: "0.1.0" },
      ...{ time: AT, updates: "none", factory: false, scope: "all", account: null, cancellable: null },
      ...{ updateTexts: [], updateUnknown: null },
    },
  },
  "pilothouse.cancel": { params: {}, result: { Cancelled: false } },
  "pilothouse.sessions": {
    params: {},
    result: {
      sessions: [
        {
          ...{ id: "PKdvxpUTlt3s", name: "curl", issued: AT, used: AT, expires: AT + 86_400_000 },
          ...{ address: "127.0.0.1", current: true, device: false },
        },
      ],
    },
  },
  "pilothouse.createToken": {
    params: { name: "grafana", scope: "read" },
    result: { Token: TOKEN, expires: AT + 7_776_000_000 },
  },
  "pilothouse.tokens": {
    params: {},
    result: {
      tokens: [
        {
          ...{ name: "grafana", id: "mWfoNbaUriDM", scope: "read", issued: AT, used: null },
          expires: AT + 7_776_000_000,
        },
      ],
    },
  },
  "pilothouse.setup": { params: {}, result: { choosePassword: false } },
  "pilothouse.challenge": {
    params: { device: "PKdvxpUTlt3s" },
    result: { challenge: "1hs1.mgYuSWJYRDUpjTcGYsRcoQ.5mCFyPyKHyyXhnkhVJxaXk0b7q2XYQ6tYyzHVBxIx3s" },
  },
  "pilothouse.signIn": {
    params: {
      device: "PKdvxpUTlt3s",
      challenge: "1hs1.mgYuSWJYRDUpjTcGYsRcoQ.5mCFyPyKHyyXhnkhVJxaXk0b7q2XYQ6tYyzHVBxIx3s",
      signature: "x".repeat(86),
    },
    result: { Token: TOKEN, expires: AT + 86_400_000 },
  },
  "pilothouse.history": {
    params: { from: AT - 3_600_000, to: AT, points: 10 },
    result: {
      ...{ step: 900_000, from: AT - 3_600_000, to: AT },
      series: [{ stat: "bw.sendRate", values: [null, 1_128.5] }],
      recorded: [0, 0.75],
      limits: [{ at: AT - 7_200_000, in: 262_144, out: 131_072 }],
    },
  },
  "pilothouse.audit": {
    params: { limit: 1 },
    result: {
      entries: [
        {
          ...{ id: 6, at: AT, address: "127.0.0.1", session: "PKdvxpUTlt3s", name: "curl" },
          ...{ action: "token created", details: [{ name: "grafana", old: null, new: "read" }] },
          ...{ outcome: "ok", code: "token created", data: {} },
        },
      ],
    },
  },
  "pilothouse.settings": {
    params: { set: { "budget.monthly": "500GB" } },
    result: {
      settings: [{ name: "budget.monthly", value: "500GB", source: "run time", where: "", hidden: false }],
      revision: 1,
    },
  },
  "pilothouse.apply": {
    params: {},
    result: {
      ...{ state: "none", applied: null, at: null, reason: null, coded: null },
      ...{ settings: "db0450529c037f5fc28f9f4950254158", differences: [] },
    },
  },
  "pilothouse.events": {
    params: { limit: 1 },
    result: {
      events: [{ id: 1, at: AT, kind: "service.started", severity: "info", data: { version: "0.1.0" } }],
      newest: 4,
    },
  },
  "pilothouse.changes": {
    params: { limit: 1 },
    result: {
      changes: [
        {
          ...{ id: 2, at: AT, address: "127.0.0.1", session: "PKdvxpUTlt3s", name: "curl" },
          ...{ part: "advanced", undoes: [] },
          differences: [{ name: "router.sharePercentage", old: "80", new: "70" }],
        },
      ],
      ...{ differences: [], conflicts: [], saved: false, restartNeeded: false },
    },
  },
  "pilothouse.logs": {
    params: { source: "service", limit: 1 },
    result: {
      ...{ available: true, why: null, data: null },
      lines: [{ at: AT, level: "info", text: "ready" }],
      ...{ next: "…", missed: false },
    },
  },
  "pilothouse.backup": {
    params: { passphrase: "a long passphrase" },
    result: { file: "backup-….tar", bytes: 182_310 },
  },
  "pilothouse.backupPart": {
    params: { file: "backup-0123456789ab" },
    result: { part: "…", next: null },
  },
  "pilothouse.restoreUpload": {
    params: { password: "your password", bytes: 182_310 },
    result: { file: "restore-0123456789ab" },
  },
  "pilothouse.restorePart": {
    params: { file: "restore-0123456789ab", from: 0, part: "…" },
    result: { next: null },
  },
  "pilothouse.restoreCheck": {
    params: { file: "restore-0123456789ab", passphrase: "a long passphrase" },
    result: {
      ...{ made: AT, version: "0.2.0", dataDir: "/var/lib/pilothouse", router: "i2pd", routerNow: "i2pd" },
      ...{ password: "other", certificate: null, fleet: "none", tokensAgain: ["grafana"], tokensGone: [] },
      left: ["/etc/pilothouse/pilothouse.toml"],
    },
  },
  "pilothouse.restore": {
    params: { file: "restore-0123456789ab", password: "your password" },
    result: { restoring: true },
  },
  "pilothouse.password": {
    params: { password: "a better password", current: "your password" },
    result: { Changed: true },
  },
  "pilothouse.logout": { params: {}, result: { Revoked: true } },
};
