import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { FleetState, Stored } from "./state.js";

const IV = 12;
const TAG = 16;

/**
 * A state whose texts only hubs of the fleet can read and write: the bus that stores them is not trusted. Otherwise
 * an attacker with control of the bus could change a template, and hubs would sign what follows from it. The bus
 * can still put an old text of a key back.
 */
export function lockedState(
  inner: FleetState,
  secret: Uint8Array,
  log: (message: string) => void,
): FleetState {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "pilothouse state", 32));
  const open = (name: string, { text, revision }: Stored): Stored => ({
    text: unlocked(key, name, text),
    revision,
  });
  /** One text that is not ours must not keep the others from being read. */
  const openOrSkip = (name: string, stored: Stored): Stored | undefined => {
    try {
      return open(name, stored);
    } catch (error) {
      log((error as Error).message);
      return undefined;
    }
  };
  return {
    get: async (name) => {
      const stored = await inner.get(name);
      return stored && open(name, stored);
    },
    put: (name, text, revision) => inner.put(name, locked(key, name, text), revision),
    remove: (name, revision) => inner.remove(name, revision),
    list: async (prefix) =>
      new Map(
        [...(await inner.list(prefix))].flatMap(([name, stored]) => {
          const opened = openOrSkip(name, stored);
          return opened === undefined ? [] : [[name, opened] as const];
        }),
      ),
    watch: (prefix, changed) =>
      inner.watch(prefix, (name, stored) => {
        const opened = stored && openOrSkip(name, stored);
        if (stored === undefined || opened !== undefined) changed(name, opened);
      }),
    close: () => inner.close(),
  };
}

/** Bound to its key: the text of one cannot be put under another. */
function locked(key: Buffer, name: string, text: string): string {
  const iv = randomBytes(IV);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(name));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64");
}

function unlocked(key: Buffer, name: string, text: string): string {
  try {
    const bytes = Buffer.from(text, "base64");
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV)).setAAD(Buffer.from(name));
    decipher.setAuthTag(bytes.subarray(IV, IV + TAG));
    return decipher.update(bytes.subarray(IV + TAG), undefined, "utf8") + decipher.final("utf8");
  } catch {
    throw new Error(`${name} was not written by a hub of this fleet; it is ignored`);
  }
}
