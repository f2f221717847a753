import { byProfile, type Document, type Row, summaryOf } from "./document.js";
import { escaped } from "./texts.js";

const WIDTH = 7;

function draw(label: string, text: string, colour: string, remarks: readonly string[]): string {
  const [left, right] = [label, text].map((part) => part.length * WIDTH + 12) as [number, number];
  const title = escaped([`${label}: ${text}`, ...remarks].join(". "));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">
<title>${title}</title>
<rect width="${left}" height="20" fill="#555"/><rect x="${left}" width="${right}" height="20" fill="${colour}"/>
<g fill="#fff" text-anchor="middle" font-family="Verdana,sans-serif" font-size="11">
<text x="${left / 2}" y="14">${escaped(label)}</text><text x="${left + right / 2}" y="14">${escaped(text)}</text>
</g></svg>
`;
}

function badge(label: string, rows: readonly Row[], remarks: readonly string[]): string {
  const { pass, fail, unsupported, skipped } = summaryOf(rows);
  // Nothing passed is no success, and neither is a run that left things out: the numbers say so.
  if (fail > 0) return draw(label, `${fail} failed, ${pass} passed`, "#cf222e", remarks);
  const left = [unsupported > 0 ? `${unsupported} unsupported` : "", skipped > 0 ? `${skipped} skipped` : ""];
  const text = [`${pass} passed`, ...left.filter(Boolean)].join(", ");
  return draw(label, text, pass === 0 ? "#57606a" : "#1a7f37", remarks);
}

/** Badges by the name of their file: one for all, and one for each profile. */
export function badges({ checks, remarks }: Document): Map<string, string> {
  const all = new Map([["conformance.svg", badge("I2PControl", checks, remarks)]]);
  for (const { profile, rows } of byProfile(checks))
    all.set(`${profile}.svg`, badge(`I2PControl ${profile}`, rows, remarks));
  return all;
}
