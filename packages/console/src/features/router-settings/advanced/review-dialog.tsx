import { holdsSecret } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Dialog } from "../../../parts/dialog.js";
import { TextField } from "../../../parts/form.js";
import { Notice } from "../../../parts/notice.js";
import { Table } from "../../../parts/table.js";
import type { Change } from "../../../state/drafts/draft.js";
import { useI18n } from "../../../state/hooks.js";
import { usePageTexts } from "../../../state/page-texts.js";

interface ReviewDialogProps {
  readonly changes: readonly Change[];
  readonly onLeave: () => void;
  readonly onYes: () => void;
}

/** Shows the differences before they are written. Removing replaces all settings, so it needs more than a click. */
export function ReviewDialog({ changes, onLeave, onYes }: ReviewDialogProps) {
  const { texts, fill } = useI18n();
  const { advanced: words } = usePageTexts();
  const shown = (name: string, value: string) => (holdsSecret(name, value) ? texts.common.hidden : value);
  const [typed, setTyped] = useState("");
  const removed = changes.filter(({ after }) => after === undefined).length;
  const blocked = removed > 0 && typed.trim().toLowerCase() !== words.word;
  return (
    <Dialog
      title={words.diff}
      yes={words.write}
      danger={removed > 0}
      blocked={blocked}
      wide
      onLeave={onLeave}
      onYes={onYes}
    >
      <Table caption={words.diff} columns={[words.name, words.before, words.after]} stacks>
        {changes.map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td data-column={words.before}>
              {before === undefined ? "–" : <del>{shown(name, before)}</del>}
            </td>
            <td data-column={words.after}>{after === undefined ? "–" : <ins>{shown(name, after)}</ins>}</td>
          </tr>
        ))}
      </Table>
      {removed > 0 && (
        <>
          <Notice tone="warning">{fill(words.destructive, { count: removed })}</Notice>
          <TextField
            label={fill(words.typeWord, { word: words.word })}
            type="text"
            autocomplete="off"
            value={typed}
            onValue={setTyped}
          />
        </>
      )}
    </Dialog>
  );
}
