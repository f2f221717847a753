import type { OperatorEntry } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Card } from "../../../parts/card.js";
import { Dialog } from "../../../parts/dialog.js";
import { Failure, Notice } from "../../../parts/notice.js";
import { Table } from "../../../parts/table.js";
import { useAppState, useI18n, useLoaded, useTask } from "../../../state/hooks.js";
import { askFleet } from "../ask-fleet.js";
import { labelTexts } from "../labels.js";
import { type FleetPageProps, withFleetTexts } from "../with-fleet-texts.js";
import { OperatorDialog } from "./operator-dialog.js";

/** The accounts of the hub. */
export const OperatorsPage = withFleetTexts(({ words: all }: FleetPageProps) => {
  const { texts, format, announce, fill } = useI18n();
  const { session } = useAppState();
  const { operators: words } = all;
  const { value, error, reload, replace } = useLoaded(
    () => session.ask(askFleet("fleet.operators", {})),
    [session],
  );
  const task = useTask();
  /** The account to change; absent for a new one. */
  const [editing, setEditing] = useState<{ readonly operator?: OperatorEntry }>();
  const [removing, setRemoving] = useState<string>();
  const [saved, setSaved] = useState("");
  const remove = (name: string) => {
    setRemoving(undefined);
    void task.run(async () => {
      replace(await session.ask(askFleet("fleet.operators", { name, remove: true })));
      setSaved(fill(words.removed, { name }));
      announce(fill(words.removed, { name }));
    });
  };
  return (
    <Card
      about={words.about}
      aside={
        <button type="button" class="primary" onClick={() => setEditing({})}>
          {words.add}
        </button>
      }
    >
      <Failure error={error} retry={reload} />
      <Failure error={task.error} />
      {saved !== "" && <Notice tone="good">{saved}</Notice>}
      {value === undefined && error === undefined && <p>{texts.common.loading}</p>}
      {value?.operators.length === 0 && <p>{words.none}</p>}
      {value && value.operators.length > 0 && (
        <Table
          caption={texts.pages.operators}
          columns={[words.name, words.role, words.labels, words.created]}
          actions
          stacks
        >
          {value.operators.map((operator) => (
            <tr key={operator.name}>
              <th scope="row">{operator.name}</th>
              <td data-column={words.role}>{words.roles[operator.role]}</td>
              <td data-column={words.labels}>{labelTexts(operator.labels).join(", ") || words.allNodes}</td>
              <td data-column={words.created}>{format.date(operator.created)}</td>
              <td class="end">
                <div class="actions end">
                  <button
                    type="button"
                    class="small"
                    aria-label={`${words.change} ${operator.name}`}
                    onClick={() => setEditing({ operator })}
                  >
                    {words.change}
                  </button>
                  <button
                    type="button"
                    class="small"
                    aria-label={`${texts.common.remove}: ${operator.name}`}
                    onClick={() => setRemoving(operator.name)}
                  >
                    {texts.common.remove}
                  </button>
                </div>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {editing && (
        <OperatorDialog
          words={all}
          operator={editing.operator}
          onLeave={() => setEditing(undefined)}
          onSaved={(answer, name) => {
            replace(answer);
            setEditing(undefined);
            setSaved(fill(words.saved, { name }));
            announce(fill(words.saved, { name }));
          }}
        />
      )}
      {removing !== undefined && (
        <Dialog
          title={fill(words.askRemove, { name: removing })}
          yes={texts.common.remove}
          danger
          onLeave={() => setRemoving(undefined)}
          onYes={() => remove(removing)}
        >
          <p>{words.removeMore}</p>
        </Dialog>
      )}
    </Card>
  );
});
