import { Refused } from "./answers.js";

/** A network setting as the webapp's handler treats it. */
export interface NetworkRow {
  readonly name: string;
  readonly restart?: true;
  /** What it reads when nothing is set. */
  readonly otherwise?: string;
  /** The value as it is compared with the old one; may throw as `take` does. */
  readonly read?: (value: string, key: string) => string;
  /** A value that differs from the old one as it is saved; throws what the handler says to a bad one. */
  readonly take?: (value: string, key: string) => string;
  readonly also?: (value: string) => Readonly<Record<string, string>>;
}

const port = (value: string, key: string) => {
  if (/^[+-]?\d+$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535) return String(Number(value));
  throw new Refused(
    -32602,
    `"${key}" must be a string representing a number in the range 1-65535. ${value} isn't valid.`,
  );
};
const isInt = (value: string) => /^[+-]?\d+$/.test(value) && Number(value) >= 0 && Number(value) < 2 ** 31;
const kibPerSecond = (value: string, key: string) => {
  if (isInt(value)) return String(Number(value));
  throw new Refused(-32602, `"${key}" A positive integer must supplied, ${value} isn't valid`);
};
const percent = (value: string, key: string) => {
  if (isInt(value) && Number(value) <= 100) return value;
  throw new Refused(-32602, `"${key}" A positive integer must supplied, "${value}" isn't valid`);
};
const oneOf = (allowed: readonly string[], options: string) => ({
  read: (value: string) => value.trim().toLowerCase(),
  take: (value: string, key: string) => {
    if (allowed.includes(value)) return value;
    throw new Refused(-32602, `"${key}" can only be ${options}. ${value} isn't valid.`);
  },
});
/** Java's int overflows: 2147483647 was seen to save bursts of -1 and -20. */
const burst = (direction: string) => (value: string) => {
  const rate = Math.trunc(Math.imul(Number(value), 110) / 100);
  return {
    [`i2np.bandwidth.${direction}BurstKBytesPerSecond`]: String(rate),
    [`i2np.bandwidth.${direction}BurstKBytes`]: String(Math.imul(rate, 20)),
  };
};
/** A bandwidth is checked also when it does not change. */
const bandwidth = (direction: string) => ({
  name: `i2np.bandwidth.${direction}KBytesPerSecond`,
  read: kibPerSecond,
  also: burst(direction),
});

export const INTERNAL_PORT = "i2np.udp.internalPort";
export const DEFAULT_PORT = "8887";
export const SSU_AUTOIP = "i2p.router.net.ssu.autoip";
export const DETECTED_IP = "i2p.router.net.ssu.detectedip";

/** In the order in which the handler looks for them. */
export const NETWORK: { readonly [key: string]: NetworkRow } = {
  "i2p.router.net.ntcp.port": {
    name: "i2np.ntcp.port",
    restart: true,
    take: port,
    also: () => ({ "i2np.ntcp.autoport": "false" }),
  },
  "i2p.router.net.ntcp.hostname": { name: "i2np.ntcp.hostname", restart: true },
  "i2p.router.net.ntcp.autoip": {
    name: "i2np.ntcp.autoip",
    restart: true,
    ...oneOf(["always", "true", "false"], "always, true or false"),
  },
  "i2p.router.net.ssu.port": {
    name: INTERNAL_PORT,
    otherwise: DEFAULT_PORT,
    restart: true,
    take: port,
    also: (value) => ({ "i2np.udp.port": value }),
  },
  "i2p.router.net.ssu.hostname": { name: "i2np.udp.host", restart: true },
  [SSU_AUTOIP]: {
    name: "i2np.udp.addressSources",
    restart: true,
    ...oneOf(["ssu", "local,ssu", "upnp,ssu", "local,upnp,ssu"], "ssu/local,upnp,ssu/local/ssu/upnp,ssu"),
  },
  [DETECTED_IP]: { name: "" },
  "i2p.router.net.upnp": { name: "i2np.upnp.enable", restart: true },
  "i2p.router.net.bw.share": { name: "router.sharePercentage", take: percent },
  "i2p.router.net.bw.in": bandwidth("inbound"),
  "i2p.router.net.bw.out": bandwidth("outbound"),
  "i2p.router.net.laptopmode": { name: "i2np.laptopMode" },
};
