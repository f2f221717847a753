import { Refused } from "./answers.js";

/** A network setting as the webapp's handler treats it. */
export interface NetworkRow {
  readonly name: string;
  readonly restart?: true;
  /** The value as it is saved; throws what the handler says to a bad one. */
  readonly take?: (value: string, key: string) => string;
  readonly also?: (value: string) => Readonly<Record<string, string>>;
}

const port = (value: string, key: string) => {
  if (/^[+-]?\d+$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535) return value;
  throw new Refused(
    -32602,
    `"${key}" must be a string representing a number in the range 1-65535. ${value} isn't valid.`,
  );
};
const isInt = (value: string) => /^[+-]?\d+$/.test(value) && Number(value) >= 0 && Number(value) < 2 ** 31;
const kibPerSecond = (value: string, key: string) => {
  if (isInt(value)) return value;
  throw new Refused(-32602, `"${key}" A positive integer must supplied, ${value} isn't valid`);
};
const percent = (value: string, key: string) => {
  if (isInt(value) && Number(value) <= 100) return value;
  throw new Refused(-32602, `"${key}" A positive integer must supplied, "${value}" isn't valid`);
};
const oneOf = (allowed: readonly string[], options: string) => (value: string, key: string) => {
  const low = value.trim().toLowerCase();
  if (allowed.includes(low)) return low;
  throw new Refused(-32602, `"${key}" can only be ${options}. ${low} isn't valid.`);
};
/** An int overflows: 2147483647 was seen to save bursts of -1 and -20. */
const burst = (direction: string) => (value: string) => {
  const rate = Math.trunc(Number(value) * 1.1);
  const kept = rate * 1_024 < 2 ** 31 ? rate : -1;
  return {
    [`i2np.bandwidth.${direction}BurstKBytesPerSecond`]: String(kept),
    [`i2np.bandwidth.${direction}BurstKBytes`]: String(kept * 20),
  };
};

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
    take: oneOf(["always", "true", "false"], "always, true or false"),
  },
  "i2p.router.net.ssu.port": {
    name: "i2np.udp.port",
    restart: true,
    take: port,
    also: (value) => ({ "i2np.udp.internalPort": value }),
  },
  "i2p.router.net.ssu.hostname": { name: "i2np.udp.host", restart: true },
  "i2p.router.net.ssu.autoip": {
    name: "i2np.udp.addressSources",
    restart: true,
    take: oneOf(["ssu", "local,ssu", "upnp,ssu", "local,upnp,ssu"], "ssu/local,upnp,ssu/local/ssu/upnp,ssu"),
  },
  [DETECTED_IP]: { name: "" },
  "i2p.router.net.upnp": { name: "i2np.upnp.enable", restart: true },
  "i2p.router.net.bw.share": { name: "router.sharePercentage", take: percent },
  "i2p.router.net.bw.out": {
    name: "i2np.bandwidth.outboundKBytesPerSecond",
    take: kibPerSecond,
    also: burst("outbound"),
  },
  "i2p.router.net.bw.in": {
    name: "i2np.bandwidth.inboundKBytesPerSecond",
    take: kibPerSecond,
    also: burst("inbound"),
  },
  "i2p.router.net.laptopmode": { name: "i2np.laptopMode" },
};
