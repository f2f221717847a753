import type { ComparisonEntry } from "@pilothouse/protocol";
import { nodeAddress } from "../../../page-names.js";
import { ServiceText } from "../../../parts/notice.js";
import { Table } from "../../../parts/table.js";
import { useI18n } from "../../../state/hooks.js";
import type { FleetPageProps } from "../with-fleet-texts.js";

export interface Compared {
  readonly nodes: readonly ComparisonEntry[];
  readonly next: string | null;
}

interface ComparisonsProps extends FleetPageProps {
  readonly title: string;
  readonly none: string;
  readonly compared: Compared;
  /** Whether it is said how many are of which kind. */
  readonly isCounted?: boolean;
}

/** The differences, by node. */
export function Comparisons({ title, none, compared, words: all, isCounted = false }: ComparisonsProps) {
  const { nodes, next } = compared;
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
                  <code>
                    {one.name.replace(/^label /, `${all.nodes.label} `)}: {one.found ?? "–"} →{" "}
                    {one.wanted ?? "–"}
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
