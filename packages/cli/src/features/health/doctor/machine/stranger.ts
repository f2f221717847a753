import { ClientError, httpLink, type Link, peekCertificate } from "@pilothouse/client";
import {
  FACTORY_PASSWORD,
  isObject,
  JsonError,
  METHODS,
  type MethodName,
  parseJson,
  spelled,
  wireKey,
} from "@pilothouse/protocol";

/**
 * What a control service lets a stranger do:
 * - `nobody`: nothing answers there.
 * - `other`: something answers, but it is not a control service, or not one that this can talk to.
 * - `closed`: it requires a token, and the factory password (if that was tried) gets none.
 * - `service`: it is another service of Pilothouse, which nothing more is asked.
 * - `factory`: the well-known factory password gets a token.
 * - `open`: it answers without a token.
 */
export type Reception = "nobody" | "other" | "closed" | "service" | "factory" | "open";

const ANSWER_MS = 3_000;
const LARGEST_REPLY = 16 * 1024;
const UPTIME = spelled(wireKey(METHODS.RouterInfo, "router.uptime"), "i2p");

/**
 * Tries a control service as a stranger would: asks for the uptime, which does no harm, without a token.
 * The request is short, with a number as id and one known key, because i2pd crashes on some other requests.
 * When `factory` is set and a token is required, tries the factory password once.
 */
export async function tryAsStranger(
  url: string,
  { factory }: { readonly factory: boolean },
): Promise<Reception> {
  let link: Link | undefined;
  try {
    // Nothing that is sent here is a secret, so that any certificate will do.
    const pin = url.startsWith("https:") ? await peekCertificate(url, { timeout: ANSWER_MS }) : undefined;
    link = httpLink(url, { fingerprint: pin?.fingerprint });
    const answer = await asked(link, "RouterInfo", { [UPTIME]: null });
    if (isObject(answer["result"]) && Object.hasOwn(answer["result"], UPTIME)) return "open";
    if (!isObject(answer["error"])) return "other";
    if (isObject((await asked(link, "pilothouse.setup" satisfies MethodName, {}))["result"]))
      return "service";
    if (!factory) return "closed";
    const login = await asked(link, "Authenticate", { API: 1, Password: FACTORY_PASSWORD });
    return isObject(login["result"]) && typeof login["result"]["Token"] === "string" ? "factory" : "closed";
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return error.code === "ECONNREFUSED" ? "nobody" : "other";
  } finally {
    link?.close?.();
  }
}

/** An empty object for what is no answer. */
async function asked(
  link: Link,
  method: string,
  params: object,
): Promise<{ readonly [key: string]: unknown }> {
  const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), ANSWER_MS);
  try {
    const reply = await link.send(text, { signal: stop.signal, repeatable: false, largest: LARGEST_REPLY });
    const json = parseJson(reply.text);
    return isObject(json) ? json : {};
  } catch (error) {
    if (error instanceof JsonError) return {};
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
