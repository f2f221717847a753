import { type Driver, withSettings } from "../port/driver.js";
import type { Config } from "../port/system.js";

/** Where Java I2P has a network setting, and what it writes with it. Written out: the driver's own table may be wrong. */
const NAMES: { readonly [key: string]: string } = {
  "router.net.ssu.port": "i2np.udp.port",
  "router.net.ssu.hostname": "i2np.udp.host",
  "router.net.bw.in": "i2np.bandwidth.inboundKBytesPerSecond",
  "router.net.bw.out": "i2np.bandwidth.outboundKBytesPerSecond",
  "router.net.bw.share": "router.sharePercentage",
  "router.net.upnp": "i2np.upnp.enable",
};
const AT_START = ["router.net.ssu.port", "router.net.ssu.hostname", "router.net.upnp"];

/** Twenty seconds of a tenth more than the limit. */
const burst = (direction: string, value: string | null): readonly (readonly [string, string | null])[] => {
  const rate = value === null ? null : Math.floor((Number(value) * 110) / 100);
  return [
    [`i2np.bandwidth.${direction}BurstKBytesPerSecond`, rate === null ? null : String(rate)],
    [`i2np.bandwidth.${direction}BurstKBytes`, rate === null ? null : String(rate * 20)],
  ];
};
const beside = (key: string, value: string | null) => {
  if (key === "router.net.ssu.port") return [["i2np.udp.internalPort", value] as const];
  if (key === "router.net.bw.in") return burst("inbound", value);
  return key === "router.net.bw.out" ? burst("outbound", value) : [];
};

const shown = (config: Config, key: string) => config.get(NAMES[key] ?? "") || null;

/** Java I2P, as its double plays it: a router on its own, which ends and starts by its own ways. */
export const JAVA: Driver = {
  name: "upstream",
  factory: new Map([
    ["i2np.udp.port", "20544"],
    ["i2np.udp.internalPort", "20544"],
    ["router.networkID", "99"],
    // What is removed while it runs stays in force until a restart: these are only changed.
    ["router.sharePercentage", "80"],
    ["i2np.bandwidth.inboundKBytesPerSecond", "1024"],
    ["i2np.bandwidth.inboundBurstKBytesPerSecond", "1126"],
    ["i2np.bandwidth.inboundBurstKBytes", "22520"],
    ["i2np.bandwidth.outboundKBytesPerSecond", "512"],
    ["i2np.bandwidth.outboundBurstKBytesPerSecond", "563"],
    ["i2np.bandwidth.outboundBurstKBytes", "11260"],
  ]),
  network: {
    "router.net.ssu.port": ["20544", "24119"],
    "router.net.ssu.hostname": ["", "192.0.2.1"],
    "router.net.bw.in": ["1024", "300"],
    "router.net.bw.out": ["512", "64"],
    "router.net.bw.share": ["80", "33", "0"],
    "router.net.upnp": ["true", "false"],
  },
  advanced: { "note.a": ["1", "2"], "note.b": ["1", "x y"] },
  secret: "i2cp.password",
  shows: (config) => new Map(Object.keys(NAMES).map((key) => [key, shown(config, key)])),
  writes: (config, network) =>
    withSettings(
      config,
      [...network].flatMap(([key, value]) =>
        shown(config, key) === (value || null)
          ? []
          : [[NAMES[key] ?? "", value] as const, ...beside(key, value)],
      ),
    ),
  waits: (saved, running) => AT_START.some((key) => shown(saved, key) !== shown(running, key)),
  limits: [["share"], ["in"], ["out"]],
  takes: { start: 20_000, end: 3_000, drain: 600_000, backOff: 60_000, seen: 5_000 },
  cancels: false,
  endsWithService: false,
  startsAgain: false,
};
