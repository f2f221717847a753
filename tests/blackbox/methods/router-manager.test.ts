import { setImmediate } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { callText, type Fields } from "../wire.js";

const MINUTE = 60_000;
const LIFECYCLE = ["Restart", "RestartGraceful", "Shutdown", "ShutdownGraceful"];
const ACTIONS = [...LIFECYCLE, "Reseed", "FindUpdates", "Update"];

/** A service whose router has been running for five minutes. */
async function running(): Promise<Here> {
  const here = await startHere();
  here.clock.advance(5 * MINUTE);
  return here;
}
const uptime = (here: Here) => here.info("svc.router.uptime") as Promise<number>;
const status = (here: Here) => here.info("svc.router.status");

const manage = (here: Here, params: Fields) => here.call("RouterManager", params);

describe("RouterManager refuses", () => {
  let here: Here;
  beforeAll(async () => {
    here = await running();
  });
  const refused = async (params: Fields) => {
    const before = await uptime(here);
    const { code, message } = await manage(here, params);
    expect(code).toBe(-32602);
    expect(message).toMatch(/^Invalid parameters/);
    here.clock.advance(5_000);
    expect(await uptime(here)).toBe(before + 5_000);
    expect(await status(here)).not.toMatch(/Shutting|Restarting|Stopped/);
    return message;
  };

  it("a call without an action", async () => {
    for (const action of ACTIONS) expect(await refused({})).toContain(action);
    await refused({ API: 1 });
  });

  it.each(ACTIONS)("%s with the value false", async (action) => {
    expect(await refused({ [action]: false })).toContain(action);
  });

  it.each(["restart", "RESTART", "Reboot", "restartGraceful", "constructor", "toString", "svc.Restart"])(
    "the unknown action %s, also beside a known one",
    async (action) => {
      expect(await refused({ [action]: true })).toContain(action);
      await refused({ Restart: true, [action]: true });
    },
  );

  it.each(LIFECYCLE.flatMap((one, at) => LIFECYCLE.slice(at + 1).map((other) => [one, other] as const)))(
    "%s together with %s",
    async (one, other) => {
      await refused({ [one]: true, [other]: true });
      await refused({ [other]: null, Reseed: true, [one]: null });
      expect(await here.info("svc.router.netdb.isreseeding")).toBe(false);
    },
  );

  it("an action beside one that is false", async () => {
    await refused({ Shutdown: true, Reseed: false });
  });
});

describe("RouterManager restarts", () => {
  let here: Here;
  beforeAll(async () => {
    here = await running();
  });

  it.each([[true], [null], [""], ["true"], [0], [1], [{}], [[]]])("for the value %j", async (value) => {
    here.clock.advance(5 * MINUTE);
    const { body } = await manage(here, { Restart: value, API: 1 });
    expect(body).toBe('{"jsonrpc":"2.0","id":1,"result":{"Restart":null}}');
    here.clock.advance(10_000);
    expect(await uptime(here)).toBeLessThanOrEqual(10_000);
    expect(await uptime(here)).toBeGreaterThan(0);
  });

  it("after the answer has left, not before", async () => {
    here.clock.advance(5 * MINUTE);
    const before = await uptime(here);
    const { text, afterwards } = await here.ask("RouterManager", { Restart: true });
    expect(JSON.parse(text)).toMatchObject({ result: { Restart: null } });
    here.clock.advance(MINUTE);
    expect(await uptime(here)).toBe(before + MINUTE);
    afterwards();
    await setImmediate();
    here.clock.advance(10_000);
    expect(await uptime(here)).toBeLessThanOrEqual(10_000);
  });
});

describe("RouterManager shuts down", () => {
  it("and the service outlives its router, which Restart starts again", async () => {
    const here = await running();
    expect((await manage(here, { Shutdown: true })).result).toEqual({ Shutdown: null });
    here.clock.advance(5_000);
    expect(await status(here)).toBe("Simulation: Stopped");
    expect(await uptime(here)).toBe(0);
    expect(await here.info("svc.router.net.status")).toBe(13);

    const reseed = await manage(here, { Reseed: true });
    expect(reseed.code).toBe(-32602);

    expect((await manage(here, { Restart: true })).result).toEqual({ Restart: null });
    here.clock.advance(MINUTE);
    expect(await uptime(here)).toBeGreaterThan(0);
    expect(await status(here)).not.toBe("Simulation: Stopped");
  });

  it("in the middle of a batch, and the rest is still answered", async () => {
    const here = await running();
    const calls = ["RouterManager", "Echo"].map((method) =>
      callText(method, { Token: here.token, ...(method === "Echo" ? { Echo: "on" } : { Shutdown: true }) }),
    );
    const { text, afterwards } = await here.answer(`[${calls.join(",")}]`);
    expect(JSON.parse(text)).toMatchObject([{ result: { Shutdown: null } }, { result: { Result: "on" } }]);
    afterwards();
    await setImmediate();
    here.clock.advance(5_000);
    expect(await uptime(here)).toBe(0);
  });
});

describe("RouterManager waits for tunnels", () => {
  it("before a graceful shutdown, and says so meanwhile", async () => {
    const here = await running();
    expect(await here.info("svc.router.net.tunnels.participating")).toBeGreaterThan(0);
    expect((await manage(here, { ShutdownGraceful: true })).result).toEqual({ ShutdownGraceful: null });
    here.clock.advance(2_000);
    expect(await status(here)).toMatch(/Shutting down when the last/);
    expect(await uptime(here)).toBe(5 * MINUTE + 2_000);
    here.clock.advance(11 * MINUTE);
    expect(await status(here)).toBe("Simulation: Stopped");
  });

  it("before a graceful restart", async () => {
    const here = await running();
    expect((await manage(here, { RestartGraceful: true })).result).toEqual({ RestartGraceful: null });
    here.clock.advance(2_000);
    expect(await status(here)).toMatch(/Restarting when the last/);
    here.clock.advance(11 * MINUTE);
    const after = await uptime(here);
    expect(after).toBeGreaterThan(0);
    expect(after).toBeLessThan(11 * MINUTE);
  });

  it.each([
    ["ShutdownGraceful", "Restart"],
    ["ShutdownGraceful", "Shutdown"],
    ["RestartGraceful", "Shutdown"],
    ["RestartGraceful", "Restart"],
  ])("but %s is overtaken by %s", async (graceful, immediate) => {
    const here = await running();
    await manage(here, { [graceful]: true });
    here.clock.advance(2_000);
    await manage(here, { [immediate]: true });
    here.clock.advance(10_000);
    if (immediate === "Shutdown") expect(await status(here)).toBe("Simulation: Stopped");
    else {
      expect(await uptime(here)).toBeGreaterThan(0);
      expect(await uptime(here)).toBeLessThanOrEqual(10_000);
    }
    here.clock.advance(15 * MINUTE);
    expect(await uptime(here)).toSatisfy((now: number) =>
      immediate === "Shutdown" ? now === 0 : now >= 15 * MINUTE,
    );
  });
});

describe("RouterManager", () => {
  it("starts a reseed, which runs for a while and ends", async () => {
    const here = await running();
    expect((await manage(here, { Reseed: true })).result).toEqual({ Reseed: null });
    expect(await here.info("svc.router.netdb.isreseeding")).toBe(true);
    here.clock.advance(30 * MINUTE);
    expect(await here.info("svc.router.netdb.isreseeding")).toBe(false);
  });

  it("answers every action of one request, each under its name", async () => {
    const here = await running();
    const { result } = await manage(here, { Restart: true, Reseed: true, Update: true, FindUpdates: true });
    expect(Object.keys(result).sort()).toEqual(["FindUpdates", "Reseed", "Restart", "Update"]);
    expect(result["Restart"]).toBeNull();
    expect(result["Reseed"]).toBeNull();
    here.clock.advance(10_000);
    expect(await uptime(here)).toBeLessThanOrEqual(10_000);
  });
});
