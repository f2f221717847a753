/**
 * The one table of spellings. The spec's names are canonical; clients and routers in the field
 * say the other. A name is either whole (`ServiceControl`) or begins with a prefix (`svc.`).
 */
const SPELLINGS = [
  { svc: "svc.", i2p: "i2p." },
  { svc: "svccontrol.", i2p: "i2pcontrol." },
  { svc: "ServiceControl", i2p: "I2PControl" },
] as const;

export type Dialect = keyof (typeof SPELLINGS)[number];
export const DIALECTS = ["svc", "i2p"] as const satisfies readonly Dialect[];

/** Canonical names in a text, or how they begin. */
const CANONICAL = /* @__PURE__ */ (() => {
  const names = SPELLINGS.map(({ svc }) => (svc.endsWith(".") ? svc.replace(".", "\\.") : `${svc}\\b`));
  return new RegExp(`(?<![\\w.])(?:${names.join("|")})`, "g");
})();

/**
 * A canonical name as a dialect spells it: `spelled("svc.router.uptime", "i2p")` is "i2p.router.uptime". Names without
 * two spellings are the same in both.
 */
export function spelled(name: string, dialect: Dialect): string {
  for (const pair of SPELLINGS)
    if (pair.svc.endsWith(".") ? name.startsWith(pair.svc) : name === pair.svc)
      return pair[dialect] + name.slice(pair.svc.length);
  return name;
}

/** A text with the canonical names in it as a dialect spells them. */
export const respelled = (text: string, dialect: Dialect): string =>
  text.replaceAll(CANONICAL, (name) => spelled(name, dialect));

/** The dialect in which these names are spelled; undefined if they are the same in both, or mixed. */
export function dialectOf(names: Iterable<string>): Dialect | undefined {
  const found = new Set<Dialect>();
  for (const name of names)
    for (const dialect of DIALECTS)
      for (const pair of SPELLINGS)
        if (pair.svc.endsWith(".") ? name.startsWith(pair[dialect]) : name === pair[dialect])
          found.add(dialect);
  const [only] = found;
  return found.size === 1 ? only : undefined;
}

/** From each spelling of each name to what it stands for: one look-up reads either dialect. */
export function bySpelling<T>(names: Iterable<readonly [name: string, meaning: T]>): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const [name, meaning] of names)
    for (const dialect of DIALECTS) found.set(spelled(name, dialect), meaning);
  return found;
}
