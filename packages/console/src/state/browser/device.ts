/**
 * A browser that stays signed in has a key that no script can read out, in a database that belongs to this origin,
 * port included.
 */
export interface KeptDevice {
  readonly id: string;
  readonly privateKey: CryptoKey;
}

const NAME = "pilothouse";
const STORE = "device";

/** Only pages over HTTPS, or from this machine, have keys. */
export const canStaySignedIn = (): boolean => isSecureContext && "indexedDB" in globalThis;

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await done(opening);
  try {
    return await done(work(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

/** A browser may forbid it. */
export const loadDevice = async (): Promise<KeptDevice | undefined> =>
  canStaySignedIn()
    ? await inStore<KeptDevice | undefined>("readonly", (store) => store.get(STORE)).catch(() => undefined)
    : undefined;

export const saveDevice = async (device: KeptDevice): Promise<void> => {
  await inStore("readwrite", (store) => store.put(device, STORE));
};

export const forgetDevice = async (): Promise<void> => {
  if (canStaySignedIn()) await inStore("readwrite", (store) => store.delete(STORE)).catch(() => {});
};

const ECDSA = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/** The public key is for the service. */
export async function makeDevice() {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(ECDSA, false, ["sign"]);
  return { privateKey, publicKey: asText(await crypto.subtle.exportKey("spki", publicKey)) };
}

export const signatureOf = async ({ privateKey }: KeptDevice, text: string): Promise<string> =>
  asText(await crypto.subtle.sign(ECDSA, privateKey, new TextEncoder().encode(text)));

const asText = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
