import { Card } from "../../../parts/card.js";
import { May } from "../../../parts/needs.js";
import { Failure } from "../../../parts/notice.js";
import { Table } from "../../../parts/table.js";
import { useAppState, useI18n, usePolled, useTask } from "../../../state/hooks.js";
import { askFleet } from "../ask-fleet.js";
import type { FleetPageProps } from "../with-fleet-texts.js";

const EVERY_MS = 5_000;

/** Calls queued for offline nodes, and the results of the last week. */
export function QueueCard({ words: { queue: words } }: FleetPageProps) {
  const { texts, format } = useI18n();
  const { session, live } = useAppState();
  const task = useTask();
  const { value, error, reload, replace } = usePolled(
    () => session.ask(askFleet("fleet.queue", {})),
    EVERY_MS,
    [session],
  );
  const cancel = (id: string) =>
    task.run(async () => replace(await session.ask(askFleet("fleet.queue", { cancel: id }))));
  return (
    <Card title={words.title} about={words.about}>
      <Failure error={error ?? task.error} retry={reload} />
      {value === undefined && error === undefined && <p>{texts.common.loading}</p>}
      {value?.queue.length === 0 && <p>{words.none}</p>}
      {value && value.queue.length > 0 && (
        <Table
          caption={words.title}
          columns={[words.node, words.method, words.by, words.state, words.expires]}
          actions
          stacks
        >
          {[...value.queue].reverse().map(({ id, node, method, by, state, outcome, expires }) => (
            <tr key={id}>
              <th scope="row">{node}</th>
              <td data-column={words.method}>
                <code>{method}</code>
              </td>
              <td data-column={words.by}>{by}</td>
              <td data-column={words.state}>
                {words.states[state]} {outcome !== null && <span lang="en">{outcome}</span>}
              </td>
              <td data-column={words.expires} title={format.moment(expires)}>
                {state === "waiting" ? format.relative(expires - live.now()) : "–"}
              </td>
              <td class="end">
                {state === "waiting" && (
                  <May scope="operate">
                    <button
                      type="button"
                      class="small"
                      aria-label={`${words.cancel}: ${method}, ${node}`}
                      disabled={task.busy}
                      onClick={() => void cancel(id)}
                    >
                      {words.cancel}
                    </button>
                  </May>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}
