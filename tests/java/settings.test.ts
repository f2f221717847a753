import { describe, expect, it } from "vitest";
import { serveJava } from "./served.js";

const key = (name: string) => `svc.router.net.${name}`;

describe("settings of Java I2P, through the service", () => {
  it("cost the router one call to read and at most five to write", async () => {
    const { call, double } = await serveJava();
    const counted = async (method: string, params: { readonly [name: string]: unknown }) => {
      const before = double.calls.length;
      expect((await call(method, params)).error).toBeUndefined();
      // The service also reads the router's figures, in any case.
      return double.calls.slice(before).filter((one) => one.method !== "RouterInfo").length;
    };
    await counted("NetworkSetting", { [key("bw.in")]: null });
    expect(await counted("NetworkSetting", { [key("bw.in")]: null })).toBe(1);
    expect(await counted("NetworkSetting", { [key("ssu.detectedip")]: null })).toBe(1);
    const write = { [key("bw.in")]: "100", [key("upnp")]: "false", [key("ntcp.port")]: "4321" };
    expect(await counted("NetworkSetting", write)).toBeLessThanOrEqual(5);
    expect(await counted("AdvancedSettings", { set: { lab: "1" } })).toBeLessThanOrEqual(5);
  });

  it("stand in the audit with the values that were there right before each write", async () => {
    const { call } = await serveJava();
    const write = (value: string) => call("NetworkSetting", { [key("bw.share")]: value });
    await Promise.all(["10", "20", "30"].map(write));
    const { entries } = (await call("pilothouse.audit", { limit: 3 })).result as {
      entries: { details: { name: string; old: string; new: string }[] }[];
    };
    const changes = entries.flatMap(({ details }) => details.map((one) => `${one.old} → ${one.new}`));
    expect(changes).toEqual(["20 → 30", "10 → 20", "null → 10"]);
  });

  it("are refused with the router's reason when its disk refuses them", async () => {
    const { call, double } = await serveJava();
    double.configuration.diskRefuses = true;
    const { error } = await call("NetworkSetting", { [key("bw.in")]: "512" });
    expect([error?.code, error?.data]).toEqual([-32603, expect.objectContaining({ reason: "failed" })]);
    expect(error?.message).toContain("Failed to save new config");
  });

  it("name a period that the router does not keep", async () => {
    const { call } = await serveJava();
    const { error } = await call("GetRate", { Stat: "router.memoryUsed", Period: 12_345 });
    expect([error?.code, error?.data]).toEqual([-32602, expect.objectContaining({ reason: "notPossible" })]);
    expect(error?.message).toContain("router.memoryUsed, but not over 12345 ms");
  });

  it.each([
    ["NetworkSetting", { [key("bw.in")]: "2147483647" }],
    ["NetworkSetting", { [key("bw.out")]: "16385" }],
    ["NetworkSetting", { [key("bw.in")]: "0" }],
    ["AdvancedSettings", { set: { "i2np.bandwidth.inboundKBytesPerSecond": "2147483647" } }],
    ["AdvancedSettings", { set: { padded: "  padded  " } }],
  ])("are refused when the router would not keep to them: %s %j", async (method, params) => {
    const { call, double } = await serveJava();
    const before = double.onDisk;
    expect((await call(method, params)).error?.code).toBe(-32602);
    expect(double.onDisk).toEqual(before);
  });

  it.each([
    ["NetworkSetting", "svc.router.net.bw.in", "-1", 1_906_500],
    ["NetworkSetting", "svc.router.net.bw.in", "0", 1_906_500],
    ["NetworkSetting", "i2p.router.net.bw.out", "16385", 16_384],
    ["AdvancedSettings", "i2np.bandwidth.outboundKBytesPerSecond", "16385", 16_384],
    ["AdvancedSettings", "i2np.bandwidth.inboundBurstKBytesPerSecond", "-5", 2_097_151],
    ["AdvancedSettings", "i2np.bandwidth.outboundBurstKBytes", "-5", 2_147_483_647],
  ])(
    "beyond the router's bounds name the key as it was asked, and the bounds: %s %s=%s",
    async (method, name, value, most) => {
      const { call, double } = await serveJava();
      const before = double.onDisk;
      const { error } = await call(
        method,
        method === "NetworkSetting" ? { [name]: value } : { set: { [name]: value } },
      );
      const bounds = `wants a string of decimal digits from "5" to "${most}", got "${value}"`;
      const shown = method === "NetworkSetting" ? name : JSON.stringify(name);
      expect(error?.message).toBe(`Invalid parameters: ${shown} ${bounds}`);
      expect([error?.code, error?.data?.["key"]]).toEqual([-32602, name]);
      expect(double.onDisk).toEqual(before);
    },
  );

  it.each(["-1", "0"])(
    "of a template are refused by the router's bounds as well: bw.in=%s",
    async (value) => {
      const { call, double } = await serveJava();
      const before = double.onDisk;
      const network = { "router.net.bw.in": value };
      const { error } = await call("pilothouse.apply", { checksum: "0".repeat(32), network });
      const bounds = `wants a string of decimal digits from "5" to "1906500", got "${value}"`;
      expect(error?.message).toBe(`Invalid parameters: network has router.net.bw.in, which ${bounds}`);
      expect(double.onDisk).toEqual(before);
    },
  );

  it.each(["svc", "i2p"])(
    "that the router itself refuses are named as they were asked, with %s.",
    async (prefix) => {
      const { call, double } = await serveJava();
      double.configuration.refuses.add("i2p.router.net.bw.share");
      const name = `${prefix}.router.net.bw.share`;
      const { error } = await call("NetworkSetting", { [name]: "50" });
      expect([error?.code, error?.data?.["key"]]).toEqual([-32602, name]);
      expect(error?.message).toContain(`"${name}" 50 isn't valid`);
    },
  );

  it("show the address that the router last found", async () => {
    const { call, double } = await serveJava();
    double.configuration.save({ "i2np.lastIP": "192.0.2.7" });
    const { result } = await call("NetworkSetting", { [key("ssu.detectedip")]: null });
    expect(result[key("ssu.detectedip")]).toBe("192.0.2.7");
  });

  it("take a port that is stored already while autoport is on", async () => {
    const { call, double } = await serveJava();
    double.configuration.save({ "i2np.ntcp.port": "4321", "i2np.ntcp.autoport": "true" });
    const { result } = await call("NetworkSetting", { [key("ntcp.port")]: "4321" });
    expect(result).toMatchObject({ [key("ntcp.port")]: "4321", SettingsSaved: true, RestartNeeded: true });
  });

  it("are undone with everything that the router switches with them", async () => {
    const { call, double } = await serveJava();
    double.configuration.save({ "i2np.udp.host": "192.0.2.7", "router.sharePercentage": "80" });
    for (const [name, value] of Object.entries({
      "ntcp.port": "4321",
      "ntcp.hostname": "192.0.2.8",
      "ntcp.autoip": "always",
      "ssu.port": "4322",
      "ssu.hostname": "192.0.2.9",
      "ssu.autoip": "upnp,ssu",
      upnp: "false",
      "bw.share": "50",
      "bw.in": "100",
      "bw.out": "100",
      laptopmode: "true",
    })) {
      const before = double.onDisk;
      await call("NetworkSetting", { [key(name)]: value });
      const { result } = await call("pilothouse.changes", { limit: 1 });
      const [{ id }] = result["changes"] as [{ id: number }];
      const undone = await call("pilothouse.changes", { undo: id });
      expect([name, undone.error, double.onDisk]).toEqual([name, undefined, before]);
    }
  });

  it("show in their history what the router switched with them", async () => {
    const { call } = await serveJava();
    await call("NetworkSetting", { [key("ntcp.port")]: "4321" });
    expect((await call("pilothouse.changes", { part: "network" })).result["changes"]).toMatchObject([
      {
        differences: [
          { name: key("ntcp.port"), old: "20544", new: "4321" },
          { name: "i2np.ntcp.autoport", old: null, new: "false" },
          { name: "i2np.ntcp.port", old: null, new: "4321" },
        ],
      },
    ]);
  });
});
