import { useState } from "preact/hooks";
import { Card } from "../../../parts/card.js";
import { Dialog } from "../../../parts/dialog.js";
import { Failure } from "../../../parts/notice.js";
import { Table } from "../../../parts/table.js";
import { useAppState, useI18n, usePolled, useTask } from "../../../state/hooks.js";
import { askFleet } from "../ask-fleet.js";
import type { FleetPageProps } from "../with-fleet-texts.js";

const EVERY_MS = 5_000;
const ASKED = { state: "unknown", columns: ["id", "name", "asksFor", "router", "seen"] } as const;

/** Nodes with a key of the fleet that this hub has no record of. Shown only if there are any. */
export function UnknownNodes({ words: { unknown: words, waiting, nodes, node: common } }: FleetPageProps) {
  const { format, announce, fill } = useI18n();
  const { session, live } = useAppState();
  const { value, reload } = usePolled(() => session.ask(askFleet("fleet.nodes", ASKED)), EVERY_MS, [session]);
  const task = useTask();
  const [removed, setRemoved] = useState<string>();
  const decide = (method: "fleet.adopt" | "fleet.remove", node: string, said: string) =>
    task.run(async () => {
      setRemoved(undefined);
      await session.ask(askFleet(method, { node }));
      announce(said);
      await reload();
    });
  const { id = [], name = [], asksFor = [], router = [], seen = [] } = value?.columns ?? {};
  if (id.length === 0) return null;
  return (
    <Card title={words.title} about={words.about}>
      <Failure error={task.error} />
      <Table
        caption={words.title}
        columns={[waiting.fingerprint, words.asksFor, nodes.router, nodes.seen]}
        actions
        stacks
      >
        {name.map((fingerprint, row) => (
          <tr key={id[row]}>
            <th scope="row">
              <code>{fingerprint}</code>
            </th>
            <td data-column={words.asksFor}>{asksFor[row] ?? "–"}</td>
            <td data-column={nodes.router}>{router[row] ?? "–"}</td>
            <td data-column={nodes.seen}>{format.relative(Math.min(0, (seen[row] ?? 0) - live.now()))}</td>
            <td class="end">
              <div class="actions end">
                <button
                  type="button"
                  class="primary"
                  aria-label={`${words.adopt}: ${fingerprint}`}
                  disabled={task.busy}
                  onClick={() => void decide("fleet.adopt", fingerprint, words.adopted)}
                >
                  {words.adopt}
                </button>
                <button
                  type="button"
                  aria-label={`${common.remove}: ${fingerprint}`}
                  disabled={task.busy}
                  onClick={() => setRemoved(fingerprint)}
                >
                  {common.remove}
                </button>
              </div>
            </td>
          </tr>
        ))}
      </Table>
      {removed !== undefined && (
        <Dialog
          title={fill(common.askRemove, { name: removed })}
          yes={common.remove}
          danger
          onLeave={() => setRemoved(undefined)}
          onYes={() => void decide("fleet.remove", removed, words.removed)}
        >
          <p>{common.removeMore}</p>
        </Dialog>
      )}
    </Card>
  );
}
