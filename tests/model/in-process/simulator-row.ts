import { CONFIG_NAMES, factory } from "../../../packages/drivers/src/simulator/configuration.js";
import { type Driver, withSettings } from "../port/driver.js";
import type { Config } from "../port/system.js";

const NAMES = Object.entries(CONFIG_NAMES);
const nameOf = (key: string) => CONFIG_NAMES[key as keyof typeof CONFIG_NAMES];
/** What the interface says of them: a change requires a restart. */
const AT_START = ["ntcp.port", "ntcp.hostname", "ssu.port", "ssu.hostname"].map((key) =>
  nameOf(`router.net.${key}`),
);

/** What was asked for before: a configuration is never changed. */
const SHOWN = new WeakMap<Config, ReturnType<Driver["shows"]>>();

/** The simulator: each network setting is one name of its configuration. */
export const SIMULATOR: Driver = {
  name: "simulator",
  factory: factory().settings,
  network: {
    "router.net.ntcp.port": ["24117", "24118", "65535"],
    "router.net.ssu.port": ["24117", "24119"],
    "router.net.ssu.hostname": ["", "192.0.2.1"],
    "router.net.bw.in": ["1024", "300", "0"],
    "router.net.bw.out": ["512", "64"],
    "router.net.bw.share": ["80", "33", "0"],
    "router.net.upnp": ["true", "false"],
  },
  advanced: { "note.a": ["1", "2", ""], "note.b": ["1", "x y"] },
  secret: "i2cp.password",
  shows: (config) => {
    const known = SHOWN.get(config);
    if (known !== undefined) return known;
    const shown = new Map(NAMES.map(([key, name]) => [key, config.get(name) ?? null]));
    SHOWN.set(config, shown);
    return shown;
  },
  writes: (config, network) =>
    withSettings(
      config,
      [...network].map(([key, value]) => [nameOf(key), value || null] as const),
    ),
  waits: (saved, running) => AT_START.some((name) => saved.get(name) !== running.get(name)),
  limits: [["share"], ["in"], ["out"]],
  cancels: true,
  takes: { start: 4_000, end: 1_000, drain: 8_000, backOff: 60_000, seen: 0 },
  endsWithService: true,
  startsAgain: true,
};
