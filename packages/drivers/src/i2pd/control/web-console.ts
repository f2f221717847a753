import { type RequestOptions, request } from "node:http";
import { readAtMost, reason, type Settings } from "@pilothouse/protocol";
import { NotPossible, RouterUnavailable } from "../../port.js";
import { withDefaults } from "../guard/closed.js";
import { isOn } from "../guard/rules.js";
import type { I2pdOptions } from "../options.js";
import { USUAL_PORTS } from "../quirks.js";

/** Commands that i2pd takes only on its web console. */
type ConsoleCommand = "shutdown_start" | "shutdown_cancel";

/** Where i2pd's web console is, and the login that it asks for. */
export interface ConsolePlace {
  readonly url: string;
  readonly login: string | undefined;
}

const ANSWER_WITHIN = 3_000;
const LONGEST_PAGE = 1_000_000;

/** The web console of a router with these settings; undefined when it is off. */
export function consolePlace(mode: I2pdOptions["mode"], settings: Settings): ConsolePlace | undefined {
  const all = withDefaults(mode, settings);
  const get = (name: string, otherwise = "") => all.get(`http.${name}`) ?? otherwise;
  if (!isOn(get("enabled"))) return undefined;
  const address = get("address", "127.0.0.1");
  const host = address.includes(":") ? `[${address}]` : address;
  const url = new URL("http://127.0.0.1/");
  // One by one: in a text that is put together, a webroot of "@elsewhere/" would have the login sent elsewhere.
  Object.assign(url, {
    hostname: host,
    port: get("port", String(USUAL_PORTS.http)),
    pathname: get("webroot", "/"),
  });
  return {
    url: url.href,
    login: isOn(get("auth")) ? `${get("user", "i2pd")}:${get("pass")}` : undefined,
  };
}

/**
 * Follows the link for a command on i2pd's page of commands, which holds a token that changes. Resolves with
 * false when the page has no such link: i2pd offers `shutdown_cancel` only during a wait that it can cancel.
 */
export async function onConsole(place: ConsolePlace, command: ConsoleCommand): Promise<boolean> {
  const page = await get(place, `${place.url}?page=commands`);
  const token = new RegExp(`[?&]cmd=${command}&(?:amp;)?token=(\\d+)`).exec(page)?.[1];
  if (token === undefined) return false;
  await get(place, `${place.url}?cmd=${command}&token=${token}`);
  return true;
}

async function get({ url, login }: ConsolePlace, address: string): Promise<string> {
  const headers = {
    Host: new URL(address).host,
    ...(login !== undefined && { Authorization: `Basic ${Buffer.from(login).toString("base64")}` }),
  };
  const { status, text } = await plainGet(address, { headers }, ANSWER_WITHIN).catch((cause: Error) => {
    throw new RouterUnavailable(reason("i2pd.consoleSilent", { url, text: cause.message }), "unreachable", {
      cause,
    });
  });
  if (status === 401) throw new NotPossible(reason("i2pd.consoleLogin", { url }));
  if (status !== 200) throw new RouterUnavailable(reason("i2pd.consoleStatus", { url, status }), "failed");
  return text;
}

/** Not with `fetch`, which writes the names of headers small: i2pd takes them letter by letter. */
export function plainGet(
  address: string | URL,
  options: RequestOptions,
  withinMs: number,
): Promise<{ readonly status: number; readonly text: string }> {
  const signal = AbortSignal.timeout(withinMs);
  return new Promise((resolve, reject) => {
    const asked = request(address, { ...options, agent: false, signal }, (response) => {
      readAtMost(response, LONGEST_PAGE).then(({ bytes, whole }) => {
        if (whole) resolve({ status: response.statusCode ?? 0, text: Buffer.from(bytes).toString() });
        else reject(new Error("its page is too long"));
      }, reject);
    });
    asked.on("error", reject).end();
  });
}
