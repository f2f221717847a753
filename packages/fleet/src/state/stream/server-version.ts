/** Older ones lose overwritten keys when they are killed. */
const LEAST = [2, 10, 27] as const;

/** The bus cannot keep a shared state; its message says why. */
export class UnfitServer extends Error {
  override readonly name = "UnfitServer";
}

/** Refuses a nats-server that may lose what it has acknowledged. */
export function requireVersion(version: string | undefined): void {
  const [major = 0, minor = 0, patch = 0] = (version ?? "").split(/[.-]/).map(Number);
  const found = [major, minor, patch];
  const place = LEAST.findIndex((wanted, at) => found[at] !== wanted);
  if (place === -1 || (found[place] ?? 0) > (LEAST[place] ?? 0)) return;
  throw new UnfitServer(
    `the bus runs nats-server ${version ?? "of unknown version"}, which may lose what it has acknowledged: several hubs need ${LEAST.join(".")} or newer`,
  );
}
