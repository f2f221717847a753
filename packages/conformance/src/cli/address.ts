import { converse } from "../wire/connection.js";
import { isObject, readJson } from "../wire/json.js";
import { partsOf } from "../wire/request.js";
import { UsageError } from "./usage.js";

const LOOK = '{"jsonrpc":"2.0","id":1,"method":"Echo","params":{}}';

/** The addresses that may be meant, the likeliest first. */
function candidates(address: string): [URL, ...URL[]] {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) {
    const url = parsed(address);
    // Some servers have the interface at one path, and something else at the other.
    return url.pathname === "/" ? [url, new URL("/jsonrpc/", url)] : [url];
  }
  const host = parsed(`http://${address}`);
  if (host.port !== "" || host.pathname !== "/") return [new URL(`https://${address}`), host];
  return [new URL(`https://${address}:7650/`), new URL(`http://${address}:7657/jsonrpc/`)];
}

function parsed(address: string): URL {
  if (!URL.canParse(address))
    throw new UsageError(`${JSON.stringify(address.replace(/\/\/.*@/s, "//…@"))} is not an address`);
  const url = new URL(address);
  if (url.username !== "" || url.password !== "")
    throw new UsageError("the password does not belong into the address: use --password-file");
  if (!/^https?:$/.test(url.protocol))
    throw new UsageError(`${address}: the address must begin with http:// or https://`);
  return url;
}

/** The first address at which JSON-RPC is spoken; the first of all when it is spoken nowhere. */
export async function endpoint(address: string, timeout: number): Promise<URL> {
  const all = candidates(address);
  if (all.length === 1) return all[0];
  for (const url of all) {
    const parts = partsOf(url, { body: LOOK }, Buffer.from(LOOK));
    const { replies } = await converse(url, { parts }, { timeout, maxReply: 65_536 });
    const body = replies[0]?.body.toString("utf8") ?? "";
    const reply = readJson(body)?.value;
    if (isObject(reply) && ("error" in reply || "result" in reply) && replies[0]?.status !== 404) return url;
  }
  return all[0];
}
