import type { Driver } from "../port/driver.js";
import { withSettings } from "../port/driver.js";
import type { Config } from "../port/system.js";

/** In which names of i2pd.conf each network setting is. */
const HELD: { readonly [key: string]: string } = {
  "router.net.ntcp.port": "ntcp2.port",
  "router.net.ssu.port": "ssu2.port",
  "router.net.ntcp.hostname": "host",
  "router.net.ssu.hostname": "host",
  "router.net.bw.in": "bandwidth",
  "router.net.bw.out": "bandwidth",
  "router.net.bw.share": "share",
};
/** Where a transport has no port of its own, the general one counts. */
const OTHERWISE: { readonly [name: string]: string } = { "ntcp2.port": "port", "ssu2.port": "port" };

const shown = (config: Config, name: string): string | null =>
  config.get(name) ?? config.get(OTHERWISE[name] ?? "") ?? null;

const isSame = (a: Config, b: Config): boolean =>
  a.size === b.size && [...a].every(([name, value]) => b.get(name) === value);

/** i2pd: one limit for both directions, which is the only setting that it takes over while it runs. */
export const i2pdRow = (factory: Config): Driver => ({
  name: "i2pd",
  factory,
  network: {
    "router.net.ntcp.port": ["12009", "12019"],
    "router.net.ssu.port": ["12009", "12029"],
    "router.net.ssu.hostname": ["198.18.9.1", "198.18.33.1"],
    "router.net.bw.in": ["2048", "300", "64"],
    "router.net.bw.share": ["100", "33", "0"],
  },
  advanced: { "limits.transittunnels": ["100", "200"], loglevel: ["warn", "error"] },
  secret: "http.pass",
  shows: (config) => new Map(Object.entries(HELD).map(([key, name]) => [key, shown(config, name)])),
  writes: (config, network) =>
    withSettings(
      config,
      [...network].map(([key, value]) => [HELD[key] ?? key, value] as const),
    ),
  waits: (saved, running) => !isSame(saved, running),
  limits: [["in", "out"]],
  takesOver(saved, running) {
    const limit = saved.get("bandwidth");
    return limit === undefined ? running : withSettings(running, [["bandwidth", limit]]);
  },
  // Only its web console could, and that is off.
  cancels: false,
  takes: { start: 90_000, end: 60_000, drain: 60_000, backOff: 90_000, seen: 15_000 },
  endsWithService: false,
  startsAgain: true,
});
