// The part of docs/routers.md that is about a real Java I2P. `npm run routers` keeps it as it is.
const [BEGIN, END] = ["<!-- made by npm run java-i2p -->", "<!-- end of npm run java-i2p -->"];

const cell = (text) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

const list = (counts) =>
  Object.entries(counts)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(", ");

/** Outcomes only: what a router answers to a dangerous request is not for everybody. */
const outcomeOf = (text) => /^[a-z ]+/.exec(text)?.[0].trim() ?? text;

function rows(differences) {
  if (differences.length === 0) return "They differ in nothing.\n";
  const lines = differences.map(({ name, real, double }) => {
    const [one, other] = [outcomeOf(real), outcomeOf(double)];
    const how = one === other ? [one, `${other}, with another answer`] : [one, other];
    return `| ${cell(name)} | ${how.join(" | ")} |\n`;
  });
  return `They differ in:\n\n| | real | double |\n|---|---|---|\n${lines.join("")}`;
}

export function sectionOf({ version, date, checks, cases }) {
  return `${BEGIN}
## The double and a real Java I2P

\`npm run java-i2p -- DIR\` started Java I2P ${version} on ${date} in a network of its own, without peers, and the double. It ran the conformance kit and the contract of drivers against both.

- **Conformance kit**, real: ${list(checks.real)}; double: ${list(checks.double)}. How each check ended was compared and, where it failed, the last answer.
- **Contract of drivers**, real: ${list(cases.real)}; double: ${list(cases.double)}. What needs peers is skipped with the real one.

${rows([...checks.differing, ...cases.differing])}${END}
`;
}

const BETWEEN = new RegExp(`${BEGIN}[\\s\\S]*?${END}\n`);

/** The section that a page has; nothing where it has none. */
export const keptSection = (page) => BETWEEN.exec(page)?.[0] ?? "";

/** The page with this section, before its notes. */
export function withSection(page, section) {
  if (BETWEEN.test(page)) return page.replace(BETWEEN, () => section);
  const notes = page.search(/^\[\^1\]: /m);
  if (notes < 0) return `${page}\n${section}`;
  return `${page.slice(0, notes)}${section}\n${page.slice(notes)}`;
}
