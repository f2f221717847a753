import { labelsFrom } from "./labels.js";

/** Which nodes are meant, as it is typed. */
export interface SelectionOptions {
  readonly label?: readonly string[];
  readonly filter?: string;
}

export const selectionFrom = ({ label, filter }: SelectionOptions) => ({
  ...(label && { labels: labelsFrom(label) }),
  ...(filter && { filter }),
});

interface Page {
  readonly next: string | null;
}

/** All pages of an answer, one after the other. */
export async function allPages<P extends Page>(
  ask: (from: { readonly after?: string }) => Promise<P>,
): Promise<readonly P[]> {
  const pages = [await ask({})];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await ask({ after: next }));
  return pages;
}
