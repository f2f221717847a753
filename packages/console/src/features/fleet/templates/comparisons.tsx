import type { ComparisonEntry } from "@pilothouse/protocol";
import { nodeAddress } from "../../../page-names.js";
import { ServiceText } from "../../../parts/notice.js";
import { Table } from "../../../parts/table.js";
import { settingLabel } from "../../../reasons/reason-words.js";
import { settingValue } from "../../../reasons/value-words.js";
import { type I18n, useI18n } from "../../../state/hooks.js";
import type { PageTexts } from "../../../texts/texts.js";
import type { FleetPageProps } from "../with-fleet-texts.js";
import { settingName } from "./setting-name.js";

interface Compared {
  readonly nodes: readonly ComparisonEntry[];
  readonly next: string | null;
}

interface ComparisonsProps extends FleetPageProps {
  readonly title: string;
  readonly none: string;
  readonly compared: Compared;
  readonly texts: I18n["texts"];
  readonly pages: Pick<PageTexts, "tunnels">;
  /** Whether it is said how many are of which kind. */
  readonly isCounted?: boolean;
}

/** The differences, by node. */
export function Comparisons({ title, none, compared, isCounted = false, ...of }: ComparisonsProps) {
  const { nodes, next } = compared;
  const { words: all, texts, pages } = of;
  const shown = (name: string, value: string | null) =>
    value === null ? "–" : settingValue(settingName(name), value, texts, pages);
  const { templates: words } = all;
  if (nodes.length === 0 && next === null) return <p role="status">{none}</p>;
  const named: { readonly [kind: string]: string } = words.kinds;
  return (
    <>
      {isCounted && <Counts nodes={nodes} words={all} />}
      <Table caption={title} columns={[all.nodes.name, all.nodes.state, words.differences]} stacks>
        {nodes.map(({ name, state, drift, differences, reason, coded }) => (
          <tr key={name}>
            <th scope="row">
              <a href={nodeAddress(name, "network")}>{name}</a>
            </th>
            <td data-column={all.nodes.state}>{named[drift] ?? drift}</td>
            <td data-column={words.differences}>
              {differences.length === 0 && reason === null && "–"}
              {differences.map((one) => (
                <div key={one.name}>
                  {nameOf(one.name, of)}:{" "}
                  <code>
                    {shown(one.name, one.found)} → {shown(one.name, one.wanted)}
                  </code>
                </div>
              ))}
              {reason !== null &&
                (state === "offline" ? (
                  all.states.offline
                ) : (
                  <ServiceText text={reason} coded={coded ? [coded] : []} />
                ))}
            </td>
          </tr>
        ))}
      </Table>
      {next !== null && <p>{words.more}</p>}
    </>
  );
}

/** What differs, as it is called on the pages where it is set. */
const nameOf = (
  name: string,
  { words, texts, pages }: Pick<ComparisonsProps, "words" | "texts" | "pages">,
) =>
  name.startsWith("label ")
    ? name.replace(/^label/, words.nodes.label)
    : settingLabel(settingName(name), texts, pages);

interface CountsProps extends FleetPageProps {
  readonly nodes: readonly ComparisonEntry[];
}

/** How many nodes are of which kind; offline ones are none of those that the hub finds. */
function Counts({ nodes, words: { templates, states } }: CountsProps) {
  const { format } = useI18n();
  const named: { readonly [kind: string]: string } = templates.kinds;
  const counts = new Map<string, number>();
  for (const { state, drift } of nodes) {
    const kind = state === "offline" ? states.offline : (named[drift] ?? drift);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return (
    <p class="about">{[...counts].map(([kind, count]) => `${kind}: ${format.count(count)}`).join(" · ")}</p>
  );
}
