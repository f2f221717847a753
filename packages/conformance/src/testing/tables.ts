import { isWatching, PROFILES, profileOf } from "../check/check.js";
import { CHECKS } from "../checks/index.js";
import { SEND_CHECKS } from "../client/checks.js";
import { DIALECTS } from "../client/dialects.js";
import { KIT } from "../kit.js";
import { inCell } from "../report/texts.js";
import { CLIENT_FAULTS } from "./clients.js";
import { FREEDOMS } from "./fair/freedoms.js";
import { MUTANTS } from "./mutants/index.js";

const row = (...cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
const head = (...cells: readonly string[]) => row(...cells) + row(...cells.map(() => "---"));

/** Every check, for docs/conformance/checks.md. */
export function checksPage(): string {
  let text = `# What the conformance kit checks

Generated from the checks of revision ${KIT.revision}; do not edit. \`node packages/conformance/dist/conformance.mjs list\`
prints the bytes that each sends, what it wants, and a curl line.

${CHECKS.length} checks of servers, ${SEND_CHECKS.length + DIALECTS.length} of clients.
`;
  for (const profile of PROFILES) {
    text += `\n## ${profile}\n\n${head("check", "level", "what is required", "rests on")}`;
    for (const check of CHECKS.filter((one) => profileOf(one) === profile)) {
      const watches = isWatching(check) ? " (every reply)" : "";
      const clause = `${inCell(check.clause.section)}: ${inCell(check.clause.text)}`;
      text += row(`\`${check.id}\``, check.level, inCell(check.says) + watches, clause);
    }
  }
  text += `\n## client\n\n${head("check", "level", "what is required", "rests on")}`;
  for (const { id, level, says, clause } of [
    ...SEND_CHECKS,
    ...DIALECTS.map((dialect) => ({ ...dialect, id: `client.take.${dialect.name}` })),
  ])
    text += row(`\`${id}\``, level, inCell(says), `${inCell(clause.section)}: ${inCell(clause.text)}`);
  return text;
}

/** Every deliberate fault and what catches it, for docs/conformance/mutants.md. */
export function mutantsPage(): string {
  let text = `# How the conformance kit is judged

Generated from the deliberate faults in the kit's tests; do not edit. Each of the ${MUTANTS.length} servers below is the reference
server with one fault in it. The tests run the kit against every one: the named checks must fail. The reference
server without a fault passes all checks.

${head("fault", "the server …", "caught by")}`;
  for (const { id, says, caught } of MUTANTS)
    text += row(`\`${id}\``, inCell(says), caught.map((check) => `\`${check}\``).join(" "));
  text += `\n## Servers that are right in their own way\n\nEach of these ${FREEDOMS.length} servers makes use of a freedom that the specification leaves. The tests run the kit against\nevery one: no MUST may fail, and of SHOULD only what is named.\n\n${head("the server …", "should, and does not")}`;
  for (const { says, should = [] } of FREEDOMS)
    text += row(inCell(says), should.map((check) => `\`${check}\``).join(" "));
  text += `\n## Clients\n\nThe same for \`--client\`: a client with one fault in it.\n\n${head("fault", "played", "caught by")}`;
  for (const [fault, dialect, check] of CLIENT_FAULTS) text += row(fault, `\`${dialect}\``, `\`${check}\``);
  return text;
}
