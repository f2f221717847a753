import type { Result } from "@pilothouse/protocol";
import { Card } from "../../../parts/card.js";
import { useI18n } from "../../../state/hooks.js";
import type { FleetPageProps } from "../with-fleet-texts.js";

export type Summary = Result<"fleet.summary">;

/** How many versions are listed. */
const MOST_VERSIONS = 6;

interface SummaryProps extends FleetPageProps {
  readonly summary: Summary;
}

const stateCount = ({ states }: Summary, state: string): number =>
  states.find(({ name }) => name === state)?.nodes ?? 0;

/** The fleet in figures. */
export function Totals({ summary, words: { totals, states } }: SummaryProps) {
  const { format, fill } = useI18n();
  const { nodes, inbound, outbound, participating } = summary;
  // They are no members, and yet in the list.
  const outside = (["waiting", "unknown"] as const).map(
    (state) => [state, stateCount(summary, state)] as const,
  );
  const counted = outside.filter(([, count]) => count > 0);
  const tiles = [
    [
      totals.nodes,
      format.count(outside.reduce((left, [, count]) => left - count, nodes)),
      [
        fill(totals.online, { count: format.count(stateCount(summary, "online")) }),
        ...counted.map(([state, count]) => `${format.count(count)} ${states[state]}`),
        // A line may end with the dot, but not begin with it.
      ].join("\u00a0· "),
    ],
    [totals.inbound, format.rate(inbound), ""],
    [totals.outbound, format.rate(outbound), ""],
    [totals.tunnels, format.count(participating), ""],
  ] as const;
  return (
    <section class="tiles" aria-label={totals.title}>
      {tiles.map(([label, value, more]) => (
        <div key={label} class="card tile">
          <h2>{label}</h2>
          <p class="value">{value}</p>
          {more && <p class="about">{more}</p>}
        </div>
      ))}
    </section>
  );
}

/** Nodes that wait to be accepted, and others that have not reported yet, have no version. */
const reportedIn = (versions: Summary["versions"]): number =>
  versions.reduce((sum, { nodes }) => sum + nodes, 0);

/** How many nodes have which version. */
export function Versions({ summary, words: { totals } }: SummaryProps) {
  const { format } = useI18n();
  const groups = [
    [totals.versions, summary.versions],
    [totals.services, summary.services],
  ] as const;
  return (
    <>
      {groups.map(([title, versions]) => (
        <Card key={title} title={title}>
          {versions.length === 0 ? (
            <p class="about">{totals.noneReported}</p>
          ) : (
            <dl class="versions">
              {versions.slice(0, MOST_VERSIONS).map(({ name, nodes }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{format.count(nodes)}</dd>
                  <dd aria-hidden="true">
                    <meter min={0} max={reportedIn(versions)} value={nodes} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
          {versions.length > MOST_VERSIONS && (
            <p class="about">+ {format.count(versions.length - MOST_VERSIONS)}</p>
          )}
        </Card>
      ))}
    </>
  );
}
