import type { Result } from "@pilothouse/protocol";
import { Card } from "../../parts/card.js";
import { Failure } from "../../parts/notice.js";
import { Table } from "../../parts/table.js";
import { type Loaded, useAppState, useI18n, useTask } from "../../state/hooks.js";
import { askFleet } from "../ask-fleet.js";
import { labelTexts } from "../labels.js";
import type { FleetPageProps } from "../with-fleet-texts.js";

interface OpenProps extends FleetPageProps {
  readonly open: Loaded<Result<"fleet.invitations">>;
}

/** Invitations that are still valid. */
export function OpenInvitations({
  words: { open: words },
  open: { value, error, reload, replace },
}: OpenProps) {
  const { texts, format } = useI18n();
  const { session, live } = useAppState();
  const task = useTask();
  const revoke = (id: string) =>
    task.run(async () => replace(await session.ask(askFleet("fleet.invitations", { revoke: id }))));
  return (
    <Card title={words.title}>
      <Failure error={error} retry={reload} />
      <Failure error={task.error} />
      {value === undefined && error === undefined && <p>{texts.common.loading}</p>}
      {value?.invitations.length === 0 && <p>{words.none}</p>}
      {value && value.invitations.length > 0 && (
        <Table
          caption={words.title}
          columns={[words.id, words.labels, words.used, words.by, words.expires]}
          actions
          stacks
        >
          {value.invitations.map(({ id, labels, uses, used, by, expires }) => (
            <tr key={id}>
              <th scope="row">
                <code>{id}</code>
              </th>
              <td data-column={words.labels}>{labelTexts(labels).join(", ") || "–"}</td>
              <td data-column={words.used}>{words.usedOf(format.count(used), format.count(uses))}</td>
              <td data-column={words.by}>{by}</td>
              <td data-column={words.expires} title={format.moment(expires)}>
                {format.relative(expires - live.now())}
              </td>
              <td class="end">
                <button
                  type="button"
                  aria-label={`${words.revoke}: ${id}`}
                  disabled={task.busy}
                  onClick={() => void revoke(id)}
                >
                  {words.revoke}
                </button>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}
