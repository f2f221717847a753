const whole = (from: number, to: number) => (text: string) =>
  /^(0|[1-9]\d*)$/.test(text) && Number(text) >= from && Number(text) <= to
    ? undefined
    : `must be a whole number from ${from} to ${to}`;
const oneOf =
  (...words: readonly string[]) =>
  (text: string) =>
    words.includes(text) ? undefined : `must be one of ${words.join(" ")}`;
const any = () => undefined;

interface Setting {
  /** What a router of its own would call it. */
  readonly name: string;
  readonly first: string;
  /** What is wrong with a value for it. */
  readonly wrong: (text: string) => string | undefined;
}

export const ROUTER_SETTINGS: { readonly [key: string]: Setting } = {
  "router.net.ntcp.port": { name: "ntcp.port", first: "12000", wrong: whole(1, 65_535) },
  "router.net.ntcp.hostname": { name: "ntcp.host", first: "198.18.0.1", wrong: any },
  "router.net.ntcp.autoip": { name: "ntcp.autoip", first: "always", wrong: oneOf("always", "true", "false") },
  "router.net.ssu.port": { name: "ssu.port", first: "12001", wrong: whole(1, 65_535) },
  "router.net.ssu.hostname": { name: "ssu.host", first: "198.18.0.1", wrong: any },
  "router.net.ssu.autoip": {
    name: "ssu.sources",
    first: "ssu",
    wrong: oneOf("ssu", "local,ssu", "upnp,ssu", "local,upnp,ssu"),
  },
  "router.net.upnp": { name: "upnp", first: "false", wrong: any },
  "router.net.bw.share": { name: "share", first: "50", wrong: whole(0, 100) },
  "router.net.bw.in": { name: "bandwidth.in", first: "256", wrong: whole(0, 2_147_483_647) },
  "router.net.bw.out": { name: "bandwidth.out", first: "128", wrong: whole(0, 2_147_483_647) },
  "router.net.laptopmode": { name: "laptop", first: "false", wrong: any },
};

/** What is wrong with a value for a setting. */
export function settingError(key: string, value: unknown): string | undefined {
  const setting = ROUTER_SETTINGS[key];
  if (setting === undefined) return "is no setting";
  return typeof value === "string" ? setting.wrong(value) : "must be a string or null";
}
