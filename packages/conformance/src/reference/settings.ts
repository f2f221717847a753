import type { Value } from "./behaviour.js";

const whole = (from: number, to: number) => (text: string) =>
  /^(0|[1-9]\d*)$/.test(text) && Number(text) >= from && Number(text) <= to
    ? undefined
    : `must be a whole number from ${from} to ${to}`;
const oneOf =
  (...words: readonly string[]) =>
  (text: string) =>
    words.includes(text) ? undefined : `must be one of ${words.join(" ")}`;
const any = () => undefined;

const RULES: { readonly [key: string]: (text: string) => string | undefined } = {
  "router.net.ntcp.port": whole(1, 65_535),
  "router.net.ntcp.hostname": any,
  "router.net.ntcp.autoip": oneOf("always", "true", "false"),
  "router.net.ssu.port": whole(1, 65_535),
  "router.net.ssu.hostname": any,
  "router.net.ssu.autoip": oneOf("ssu", "local,ssu", "upnp,ssu", "local,upnp,ssu"),
  "router.net.upnp": any,
  "router.net.bw.share": whole(0, 100),
  "router.net.bw.in": whole(0, 2_147_483_647),
  "router.net.bw.out": whole(0, 2_147_483_647),
  "router.net.laptopmode": any,
};

/** What is wrong with a value for a setting. */
export function settingError(key: string, value: Value): string | undefined {
  const rule = RULES[key];
  if (rule === undefined) return "is no setting";
  return typeof value === "string" ? rule(value) : "must be a string or null";
}
