import type { RolloutEntry, RolloutNodeEntry } from "@pilothouse/protocol";
import { nodeAddress } from "../../../page-names.js";
import { Failure, ServiceText } from "../../../parts/notice.js";
import { Table } from "../../../parts/table.js";
import { useAppState, useI18n, usePolled } from "../../../state/hooks.js";
import type { FleetPageProps } from "../with-fleet-texts.js";
import { startsNoMore } from "./rollout-counts.js";

const EVERY_MS = 3_000;
/** Nodes that are listed; a roll-out may have thousands. */
const MOST = 50;
/** What is of interest comes first. */
const ORDER = ["failed", "under way", "expired", "skipped", "waiting", "done"] as const;
const TONES: { readonly [outcome: string]: string } = { failed: "bad", expired: "bad", done: "verdict-ok" };

interface NodesProps {
  readonly rollout: RolloutEntry;
  readonly words: FleetPageProps["words"]["rollouts"];
}

/** The nodes of a roll-out: what becomes of each, what it waits for since when, and why it failed. */
export function RolloutNodes({ rollout, words }: NodesProps) {
  const { id, total } = rollout;
  const { format, fill } = useI18n();
  const { session, live } = useAppState();
  const { value, error, reload } = usePolled(
    async () => {
      const nodes: RolloutNodeEntry[] = [];
      for (const outcome of ORDER)
        if (nodes.length < MOST) {
          const limit = MOST - nodes.length;
          nodes.push(...(await session.call("fleet.rollouts", { id, outcome, limit })).nodes);
        }
      return nodes;
    },
    EVERY_MS,
    [session, id],
  );
  const outcomes = startsNoMore(rollout) ? { ...words.outcomes, waiting: words.left } : words.outcomes;
  const known = (words: { readonly [name: string]: string }, name: string) => words[name];
  return (
    <>
      <Failure error={error} retry={reload} />
      {value && (
        <Table caption={words.nodes} columns={[words.node, words.state, words.since, words.reason]} stacks>
          {value.map(({ id: node, name, outcome, step, since, reason, coded }) => (
            <tr key={node}>
              <th scope="row">{name === null ? node : <a href={nodeAddress(name, "overview")}>{name}</a>}</th>
              <td data-column={words.state}>
                <span class={`tag ${TONES[outcome] ?? ""}`}>
                  {coded?.code === "rollout.awaited"
                    ? words.offline
                    : ((step && known(words.steps, step)) ?? known(outcomes, outcome) ?? outcome)}
                </span>
              </td>
              <td
                data-column={words.since}
                class={since === null ? "none" : ""}
                title={since === null ? undefined : format.moment(since)}
              >
                {since === null ? "–" : format.ago(since, live.now())}
              </td>
              <td data-column={words.reason} class={reason === null ? "none" : ""}>
                {reason === null ? "–" : <ServiceText text={reason} coded={coded ? [coded] : []} />}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {value && total > value.length && (
        <p class="about">{fill(words.moreNodes, { count: format.count(total - value.length) })}</p>
      )}
    </>
  );
}
