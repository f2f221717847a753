import { parseJson } from "@pilothouse/protocol";
import { MAX_PAYLOAD } from "../keys/bus-limits.js";
import { LONGEST_INFO } from "./encrypted.js";
import { BusFault } from "./trust.js";

/** nats-server sends 15 of these. No text that is signed for another purpose consists of them alone. */
const NONCE = /^[A-Za-z0-9_-]{8,64}$/;
const VERSION = /^\d{1,4}\.\d{1,4}\.\d{1,6}/;

/**
 * What a server says about itself, reduced to what the client needs and cannot be harmed by. `isFirst`: the server
 * asks for a login; what is signed for that must look like what servers ask to be signed.
 */
export function safeInfo(text: string, isFirst: boolean): string {
  const said = parseJson(text, { bytes: LONGEST_INFO, what: "the greeting of the bus" });
  const info = (typeof said === "object" && said !== null ? said : {}) as Record<string, unknown>;
  const { version, nonce, max_payload: most, cluster, headers, ldm, proto } = info;
  const { server_id, client_id } = info;
  if (typeof version !== "string" || version.length > 64 || !VERSION.test(version))
    throw new BusFault("the greeting of the bus does not say which version it has");
  if (isFirst && (typeof nonce !== "string" || !NONCE.test(nonce)))
    throw new BusFault("the bus wants something signed that a bus does not ask for; it was not signed");
  return JSON.stringify({
    version,
    ...(isFirst && { nonce }),
    max_payload:
      Number.isSafeInteger(most) && Number(most) > 0 ? Math.min(Number(most), MAX_PAYLOAD) : MAX_PAYLOAD,
    ...(typeof cluster === "string" && { cluster: cluster.slice(0, 255) }),
    // What tells one connection from another.
    ...(typeof server_id === "string" && { server_id: server_id.slice(0, 255) }),
    ...(Number.isSafeInteger(client_id) && { client_id }),
    headers: headers === true,
    ldm: ldm === true,
    proto: proto === 1 ? 1 : 0,
  });
}
