import type { Params, WaitingEntry } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Card } from "../../../parts/card.js";
import { Dialog } from "../../../parts/dialog.js";
import { Failure } from "../../../parts/notice.js";
import { Table } from "../../../parts/table.js";
import { useAppState, useI18n, usePolled, useTask } from "../../../state/hooks.js";
import { askFleet } from "../ask-fleet.js";
import { labelTexts } from "../labels.js";
import type { FleetPageProps } from "../with-fleet-texts.js";

const EVERY_MS = 5_000;

/** Nodes that need approval to join. */
export function WaitingNodes({ words: { waiting: words, nodes } }: FleetPageProps) {
  const { texts, format, announce, fill } = useI18n();
  const { session, live } = useAppState();
  const { value, error, reload, replace } = usePolled(
    () => session.ask(askFleet("fleet.waiting", {})),
    EVERY_MS,
    [session],
  );
  const task = useTask();
  const [refused, setRefused] = useState<WaitingEntry>();
  const decide = (decision: Params<"fleet.waiting">, said: string) =>
    task.run(async () => {
      setRefused(undefined);
      replace(await session.ask(askFleet("fleet.waiting", decision)));
      announce(said);
    });
  return (
    <Card title={words.title} about={words.about}>
      <Failure error={error} retry={reload} />
      <Failure error={task.error} />
      {value === undefined && error === undefined && <p>{texts.common.loading}</p>}
      {value?.waiting.length === 0 && <p>{words.none}</p>}
      {value && value.waiting.length > 0 && (
        <Table
          caption={words.title}
          columns={[nodes.name, words.fingerprint, nodes.labels, words.since]}
          actions
          stacks
        >
          {value.waiting.map((node) => (
            <tr key={node.id}>
              <th scope="row">{node.name}</th>
              <td data-column={words.fingerprint}>
                <code>{node.fingerprint}</code>
              </td>
              <td data-column={nodes.labels}>{labelTexts(node.labels).join(", ") || "–"}</td>
              <td data-column={words.since} title={format.moment(node.since)}>
                {format.relative(Math.min(0, node.since - live.now()))}
              </td>
              <td class="end">
                <div class="actions end">
                  <button
                    type="button"
                    class="primary"
                    aria-label={`${words.accept}: ${node.name}`}
                    disabled={task.busy}
                    onClick={() => void decide({ accept: node.id }, words.accepted)}
                  >
                    {words.accept}
                  </button>
                  <button
                    type="button"
                    aria-label={`${words.refuse}: ${node.name}`}
                    disabled={task.busy}
                    onClick={() => setRefused(node)}
                  >
                    {words.refuse}
                  </button>
                </div>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {refused && (
        <Dialog
          title={fill(words.askRefuse, { name: refused.name })}
          yes={words.refuse}
          danger
          onLeave={() => setRefused(undefined)}
          onYes={() => void decide({ refuse: refused.id }, words.refused)}
        >
          <p>{words.refuseMore}</p>
        </Dialog>
      )}
    </Card>
  );
}
