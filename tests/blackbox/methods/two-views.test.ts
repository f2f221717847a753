import { beforeAll, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";

/** Each writable network setting with two good values and a bad one. */
const SETTINGS = [
  ["svc.router.net.ntcp.port", "5001", "5002", "65536"],
  ["svc.router.net.ntcp.hostname", "one.example", "192.0.2.2", "not a host"],
  ["svc.router.net.ntcp.autoip", "always", "false", "never"],
  ["svc.router.net.ssu.port", "5003", "5004", "0"],
  ["svc.router.net.ssu.hostname", "three.example", "2001:db8::4", "a..b"],
  ["svc.router.net.ssu.autoip", "ssu", "upnp,ssu", "upnp"],
  ["svc.router.net.upnp", "false", "true", "maybe"],
  ["svc.router.net.bw.share", "41", "42", "101"],
  ["svc.router.net.bw.in", "43", "44", "-1"],
  ["svc.router.net.bw.out", "45", "46", "007"],
  ["svc.router.net.laptopmode", "true", "false", "on"],
] as const;

let here: Here;
beforeAll(async () => {
  here = await startHere();
});

describe("NetworkSetting and AdvancedSettings are two views of one configuration", () => {
  it.each(SETTINGS)("%s", async (key, one, other, bad) => {
    await here.call("NetworkSetting", { [key]: other });
    const before = await here.settings();
    await here.call("NetworkSetting", { [key]: one });
    const after = await here.settings();
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    expect(changed).toHaveLength(1);
    const [name = ""] = changed;
    expect(after[name]).toBe(one);

    const read = async () => (await here.call("NetworkSetting", { [key]: null })).result[key];
    await here.call("AdvancedSettings", { set: { [name]: other } });
    expect(await read()).toBe(other);

    const refusal = await here.call("AdvancedSettings", { set: { "tests.beside": "x", [name]: bad } });
    expect(refusal.code).toBe(-32602);
    expect(refusal.message).toContain(name);
    expect(await read()).toBe(other);
    expect(await here.settings()).not.toHaveProperty(["tests.beside"]);
  });

  it("what setAll removes is unset in the other view", async () => {
    await here.call("AdvancedSettings", { setAll: {} });
    const keys = SETTINGS.map(([key]) => key);
    const { result } = await here.call("NetworkSetting", Object.fromEntries(keys.map((key) => [key, null])));
    expect(keys.map((key) => result[key])).toEqual(keys.map(() => null));
  });
});
