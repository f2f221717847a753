import type { InvitationEntry, Result } from "@pilothouse/protocol";
import { Card } from "../../../parts/card.js";
import { Failure } from "../../../parts/notice.js";
import { Table } from "../../../parts/table.js";
import { type Loaded, useAppState, useI18n, useTask } from "../../../state/hooks.js";
import { askFleet } from "../ask-fleet.js";
import { labelTexts } from "../labels.js";
import type { FleetPageProps } from "../with-fleet-texts.js";

interface MadeProps extends FleetPageProps {
  readonly made: Loaded<Result<"fleet.invitations">>;
}

const rank = ({ state }: InvitationEntry): number => (state === "open" ? 0 : 1);

/** The invitations and what became of them. Those that can be used are first. */
export function MadeInvitations({
  words: { made: words },
  made: { value, error, reload, replace },
}: MadeProps) {
  const { texts, format, fill } = useI18n();
  const { session, live } = useAppState();
  const task = useTask();
  const revoke = (id: string) =>
    task.run(async () => replace(await session.ask(askFleet("fleet.invitations", { revoke: id }))));
  const invitations = value?.invitations.toSorted((a, b) => rank(a) - rank(b));
  return (
    <Card title={words.title}>
      <Failure error={error} retry={reload} />
      <Failure error={task.error} />
      {value === undefined && error === undefined && <p>{texts.common.loading}</p>}
      {invitations?.length === 0 && <p>{words.none}</p>}
      {invitations && invitations.length > 0 && (
        <Table
          caption={words.title}
          columns={[words.id, words.labels, words.used, words.by, words.state]}
          actions
          stacks
        >
          {invitations.map(({ id, state, labels, uses, used, by, expires }) => (
            <tr key={id}>
              <th scope="row">
                <code>{id}</code>
              </th>
              <td data-column={words.labels}>{labelTexts(labels).join(", ") || "–"}</td>
              <td data-column={words.used}>
                {fill(words.usedOf, { used: format.count(used), uses: format.count(uses) })}
              </td>
              <td data-column={words.by}>{by}</td>
              <td data-column={words.state}>
                {words.states[state]}
                {state === "open" && (
                  <p class="help" title={format.moment(expires)}>
                    {fill(words.expires, { when: format.relative(expires - live.now()) })}
                  </p>
                )}
              </td>
              <td class="end">
                {state === "open" && (
                  <button
                    type="button"
                    aria-label={`${words.revoke}: ${id}`}
                    disabled={task.busy}
                    onClick={() => void revoke(id)}
                  >
                    {words.revoke}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}
