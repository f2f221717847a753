import type { OperatorEntry } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Card } from "../../../parts/card.js";
import { List } from "../../../parts/list.js";
import { Notice } from "../../../parts/notice.js";
import { useAppState, useI18n, useLoaded } from "../../../state/hooks.js";
import { labelTexts } from "../labels.js";
import { type FleetPageProps, withFleetTexts } from "../with-fleet-texts.js";
import { OperatorDialog } from "./operator-dialog.js";

/** The accounts of the hub. */
export const OperatorsPage = withFleetTexts(({ words: all }: FleetPageProps) => {
  const { texts, format, announce, fill } = useI18n();
  const { session } = useAppState();
  const { operators: words } = all;
  const operators = useLoaded(() => session.call("fleet.operators", {}), [session]);
  /** The account to change; absent for a new one. */
  const [editing, setEditing] = useState<{ readonly operator?: OperatorEntry }>();
  const [saved, setSaved] = useState("");
  const report = (sentence: string) => {
    setSaved(sentence);
    announce(sentence);
  };
  const remove = async (name: string) => {
    operators.replace(await session.call("fleet.operators", { name, remove: true }));
    report(fill(words.removed, { name }));
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
      {saved !== "" && <Notice tone="good">{saved}</Notice>}
      <List
        caption={texts.pages.operators}
        loaded={operators}
        rows={operators.value?.operators}
        keyOf={({ name }) => name}
        empty={words.none}
        small
        columns={[
          { name: words.name, show: ({ name }) => name },
          { name: words.role, show: ({ role }) => words.roles[role] },
          { name: words.labels, show: ({ labels }) => labelTexts(labels).join(", ") || words.allNodes },
          { name: words.created, show: ({ created }) => format.date(created) },
        ]}
        actions={[
          { label: words.change, run: (operator) => setEditing({ operator }) },
          {
            label: texts.common.remove,
            confirm: ({ name }) => ({ title: fill(words.askRemove, { name }), more: words.removeMore }),
            run: ({ name }) => remove(name),
          },
        ]}
      />
      {editing && (
        <OperatorDialog
          words={all}
          operator={editing.operator}
          onLeave={() => setEditing(undefined)}
          onSaved={(answer, name) => {
            operators.replace(answer);
            setEditing(undefined);
            report(fill(words.saved, { name }));
          }}
        />
      )}
    </Card>
  );
});
