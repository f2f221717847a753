type Labels = Readonly<Record<string, string>>;

const SETS = new Map<string, Labels>();
const MOST_SETS = 10_000;
const TEXTS = new WeakMap<Labels, readonly string[]>();

/** One object for all nodes with the same labels, since many have the same. */
export function sharedLabels(labels: Labels): Labels {
  const name = JSON.stringify(labels);
  const known = SETS.get(name);
  if (known !== undefined) return known;
  if (SETS.size >= MOST_SETS) SETS.clear();
  SETS.set(name, labels);
  return labels;
}

/** Each as `key=value`; kept, since all nodes are counted by them. */
export function labelTexts(labels: Labels): readonly string[] {
  const known = TEXTS.get(labels);
  if (known !== undefined) return known;
  const texts = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  TEXTS.set(labels, texts);
  return texts;
}
