import { ask } from "@pilothouse/client/browser";
import type { SettingPart } from "@pilothouse/protocol";
import { Dialog } from "../parts/dialog.js";
import { Failure, Notice } from "../parts/notice.js";
import { useAppState, useI18n, useLoaded } from "../state/hooks.js";
import { usePageTexts } from "../state/page-texts.js";
import { Differences } from "./differences.js";

export interface Restore {
  readonly how: "undo" | "goTo";
  readonly id: number;
  /** The part of the settings that the change belongs to; only this part is restored. */
  readonly part: string;
}

/** The call that undoes a change or restores an earlier state. */
export const restoreCall = ({ how, id, part }: Restore, more: { readonly preview?: boolean } = {}) =>
  ask.own("pilothouse.changes", {
    [how]: id,
    ...(how === "goTo" && { part: part as SettingPart }),
    force: true,
    ...more,
  });

interface RestoreDialogProps {
  readonly restore: Restore;
  readonly onLeave: () => void;
  readonly onYes: () => void;
}

/** Shows what would change before it is restored. */
export function RestoreDialog({ restore, onLeave, onYes }: RestoreDialogProps) {
  const { texts } = useI18n();
  const { session } = useAppState();
  const words = usePageTexts().changes;
  const isUndo = restore.how === "undo";
  const { value, error } = useLoaded(
    () => session.ask(restoreCall(restore, { preview: true })),
    [session, restore],
  );
  return (
    <Dialog
      title={isUndo ? words.undoTitle : words.goToTitle}
      yes={isUndo ? words.undoYes : words.goToYes}
      blocked={value === undefined || value.differences.length === 0}
      wide
      onLeave={onLeave}
      onYes={onYes}
    >
      <Failure error={error} />
      {value === undefined && error === undefined && <p>{texts.common.loading}</p>}
      {value && value.differences.length === 0 && <p>{words.nothing}</p>}
      {value && <Differences of={value.differences} />}
      {value && value.conflicts.length > 0 && (
        <Notice tone="warning">{words.conflicts(value.conflicts.map(({ name }) => name).join(", "))}</Notice>
      )}
    </Dialog>
  );
}
