import { INFO_KEYS, ROUTER_INFO } from "@pilothouse/protocol";
import { describe, expect, it } from "vitest";
import { parseVersion, type Version } from "../../i2pd-wire/version.js";
import { recordedRouter } from "../testing/recorded.js";
import { Control } from "./control.js";
import { readFacts } from "./facts.js";

async function factsOf(
  version: "2.45.1" | "2.59.0",
  settings: { [name: string]: string } = {},
  portIsTaken = false,
) {
  const { link, asked } = recordedRouter(version);
  const facts = await readFacts(
    new Control(link),
    {
      version: parseVersion(version) as Version,
      settings: new Map(Object.entries(settings)),
      peers: { fast: 2, highCapacity: 9 },
      reseeding: false,
      udpPortIsTaken: async () => portIsTaken,
    },
    AbortSignal.timeout(120_000),
  );
  return { facts, asked };
}

describe("what i2pd reports", () => {
  it.each(["2.45.1", "2.59.0"] as const)(
    "is everything that the interface asks, from %s",
    async (version) => {
      const { facts } = await factsOf(version);
      for (const key of INFO_KEYS)
        if (key !== "router.status" && !("optional" in ROUTER_INFO[key]))
          expect(() => ROUTER_INFO[key].type.read(facts[key]), key).not.toThrow();
      expect(facts["router.version"]).toBe(version);
    },
  );

  it("is put in the interface's terms", async () => {
    expect((await factsOf("2.59.0")).facts).toMatchObject({
      "router.uptime": 34_000,
      "router.net.status": 0,
      "router.net.bw.inbound.1s": 10_820,
      "router.net.tunnels.participating": 33,
      "router.net.tunnels.successrate": 100,
      "router.net.total.received.bytes": 100_777,
      "router.netdb.activepeers": 5,
      "router.netdb.isreseeding": false,
    });
  });

  it("counts peers without the router itself, and no tier larger than all known", async () => {
    const { facts } = await factsOf("2.59.0");
    expect(facts["router.netdb.knownpeers"]).toBe(5);
    expect(facts["router.netdb.fastpeers"]).toBe(2);
    expect(facts["router.netdb.highcapacitypeers"]).toBe(5);
  });

  it("is asked only for keys that the version has", async () => {
    expect((await factsOf("2.45.1")).asked.join()).not.toContain("net.error");
    expect((await factsOf("2.59.0")).asked.join()).toContain("i2p.router.net.error");
    expect((await factsOf("2.59.0", { ipv4: "false" })).asked.join()).toContain("i2p.router.net.status.v6");
  });

  it("is a UDP port that another program has, unless the router is reachable anyway", async () => {
    expect((await factsOf("2.45.1", {}, true)).facts["router.net.status"]).toBe(12);
    expect((await factsOf("2.59.0", {}, true)).facts["router.net.status"]).toBe(0);
  });

  it("is a router without peers when it knows no other router", async () => {
    const { facts } = await factsOf("2.45.1");
    expect(facts["router.net.status"]).toBe(13);
    expect(facts["router.netdb.knownpeers"]).toBe(0);
  });
});
