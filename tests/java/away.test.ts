import { describe, expect, it } from "vitest";
import { serveJava } from "./served.js";

type Served = Awaited<ReturnType<typeof serveJava>>;

const READ = { "svc.router.net.bw.in": null };
const INFO = [
  ...["status", "uptime", "version", "net.status", "net.bw.inbound.1s", "net.bw.inbound.15s"],
  ...["net.bw.outbound.1s", "net.bw.outbound.15s", "net.tunnels.participating", "netdb.knownpeers"],
  ...["netdb.activepeers", "netdb.fastpeers", "netdb.highcapacitypeers", "netdb.isreseeding"],
].map((name) => `svc.router.${name}`);
const OWN = "svc.router.status.own";
const EXTENSIONS = ["net.tunnels.successrate", "net.total.received.bytes", "net.total.sent.bytes"].map(
  (name) => `svc.router.${name}`,
);

/** Everything that only the router itself can answer. */
const ASKED: readonly (readonly [string, { readonly [name: string]: unknown }])[] = [
  ["NetworkSetting", READ],
  ["NetworkSetting", { "svc.router.net.bw.in": "99" }],
  ["AdvancedSettings", { getAll: null }],
  ["AdvancedSettings", { set: { name: "value" } }],
  ["GetRate", { Stat: "router.memoryUsed", Period: 60_000 }],
  ["RouterManager", { Reseed: true }],
  ["RouterManager", { FindUpdates: true }],
  ["RouterManager", { Update: true }],
  ["RouterManager", { Restart: true }],
  ["RouterManager", { Shutdown: true }],
];

/** How every one of them is answered. */
async function answers({ call, log }: Served) {
  const errors = [];
  for (const [method, params] of ASKED) {
    const { error } = await call(method, params);
    errors.push(`${error?.code} ${error?.data?.["reason"]}`);
    expect(error?.message).not.toContain("incident");
  }
  expect(log.filter(({ level }) => level === "error")).toEqual([]);
  return new Set(errors);
}

describe("a router that cannot be asked is reported as such", () => {
  it("when nothing listens", async () => {
    const java = await serveJava();
    await java.double.close();
    expect(await answers(java)).toEqual(new Set(["-32603 unreachable"]));
    const { error } = await java.call("NetworkSetting", READ);
    expect(error?.message).toMatch(/^Internal error: The router cannot be reached: .*ECONNREFUSED/);
  });

  it("when it hangs", async () => {
    const java = await serveJava({ options: { timeout: 200 } });
    java.double.faults.hangs = true;
    expect(await answers(java)).toEqual(new Set(["-32603 timeout"]));
    const { error } = await java.call("NetworkSetting", READ);
    expect(error?.message).toBe("Internal error: The router does not answer: no answer within 200 ms");
  });

  it("when it refuses the service's password", async () => {
    const java = await serveJava({ options: { password: "wrong" } });
    expect(await answers(java)).toEqual(new Set(["-32603 login"]));
    const { error } = await java.call("NetworkSetting", READ);
    expect(error?.message).toMatch(/The router refuses the login of this service: Invalid password/);
  });

  it("when its console wants a login that the service does not have", async () => {
    const java = await serveJava({ double: { console: { user: "admin", password: "console" } } });
    expect(await answers(java)).toEqual(new Set(["-32603 login"]));
    const { error } = await java.call("NetworkSetting", READ);
    expect(error?.message).toContain("the console wants a user and a password of its own (HTTP 401)");
  });
});

describe("a refused login", () => {
  it("is what the status says, and the log once", async () => {
    const java = await serveJava({ options: { password: "wrong" } });
    for (let time = 0; time < 5; time++) await java.later(12);
    await java.until("Unreachable: the router refuses the login of this service");
    const warned = java.log.filter(({ level, message }) => level === "warn" && /login/.test(message));
    expect(warned).toHaveLength(1);
    expect(warned[0]?.facts["reason"]).toBe("login");
  });

  it("gives way in the log to another reason, and to the router's return", async () => {
    const java = await serveJava();
    const before = await java.status();
    await java.double.close();
    await java.until("Unreachable: the router does not answer");
    await java.double.open();
    await java.until(before);
    expect(java.log.filter(({ level }) => level === "warn").map(({ facts }) => facts["reason"])).toContain(
      "unreachable",
    );
    expect(java.log.map(({ message }) => message)).toContain("the router answers again");
  });
});

describe("an action that cannot be carried out", () => {
  it("is refused before the answer, and is in the audit as refused", async () => {
    const java = await serveJava();
    expect((await java.call("RouterManager", { Shutdown: true })).result).toEqual({ Shutdown: null });
    await java.ended();
    await java.until("Stopped");
    for (const action of ["Restart", "RestartGraceful"]) {
      const { error } = await java.call("RouterManager", { [action]: true });
      expect([error?.code, error?.data]).toEqual([
        -32602,
        expect.objectContaining({ reason: "notPossible" }),
      ]);
      expect(error?.message).toContain("start it on the machine where it runs");
    }
    expect((await java.audit()).slice(0, 2)).toEqual([
      "RestartGraceful: invalidParams",
      "Restart: invalidParams",
    ]);
    // A router that is down accepts another shutdown: it is already in that state.
    expect((await java.call("RouterManager", { Shutdown: true })).result).toEqual({ Shutdown: null });
  });

  it("keeps everything else of its request undone", async () => {
    const java = await serveJava();
    await java.double.close();
    await java.call("RouterManager", { Reseed: true, Restart: true });
    expect(java.double.calls.filter(({ params }) => "Reseed" in params)).toEqual([]);
    expect((await java.audit())[0]).toBe("Restart: internal");
  });
});

describe("every key is answered", () => {
  const asked = Object.fromEntries([...INFO, ...EXTENSIONS, OWN].map((key) => [key, ""]));
  const info = async ({ call }: Served) => (await call("RouterInfo", asked)).result;

  it("while the router restarts, and no key is warned of", async () => {
    const java = await serveJava();
    await java.later(20);
    expect((await info(java))[OWN]).toBe("Rejecting tunnels: Starting up");
    const warned = () => java.log.filter(({ level, facts }) => level === "warn" && "key" in facts).length;
    const before = warned();
    await java.call("RouterManager", { Restart: true });
    await java.ended();
    await java.until("Starting");
    const { "svc.router.status": _status, [OWN]: own, ...rest } = await info(java);
    expect(own).toBe("");
    expect(Object.keys(rest).sort()).toEqual(INFO.filter((key) => key !== "svc.router.status").sort());
    expect(rest).toMatchObject({
      "svc.router.version": "2.13.0-3",
      "svc.router.uptime": 0,
      "svc.router.net.status": 13,
      "svc.router.netdb.isreseeding": false,
    });
    expect(warned()).toBe(before);
  });

  it("while it is away, also when it was never seen", async () => {
    const java = await serveJava({ options: { password: "wrong" } });
    await java.later(12);
    const result = await info(java);
    expect(Object.keys(result).sort()).toEqual([...INFO].sort());
    expect(result["svc.router.version"]).toBe("");
  });
});
