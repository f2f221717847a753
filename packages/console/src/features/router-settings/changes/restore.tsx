import { ClientError } from "@pilothouse/client/browser";
import { isObject, type Result, type SettingPart } from "@pilothouse/protocol";
import { Dialog } from "../../../parts/dialog.js";
import { Differences } from "../../../parts/meanwhile/differences.js";
import { Failure, Notice } from "../../../parts/notice.js";
import { useAppState, useI18n, useLoaded } from "../../../state/hooks.js";
import { usePageTexts } from "../../../state/page-texts.js";

export interface Restore {
  readonly how: "undo" | "goTo";
  readonly id: number;
  /** The part of the settings that the change belongs to; only this part is restored. */
  readonly part: string;
  /** Settings were changed after the preview was shown, so it is shown again. */
  readonly again?: boolean;
}

type Preview = Result<"pilothouse.changes">;

const asked = ({ how, id, part }: Restore) => ({
  [how]: id,
  ...(how === "goTo" && { part: part as SettingPart }),
});

/** Restores what the preview showed, and nothing else. A node that is older than its hub gives no plan. */
export const restoreParams = (restore: Restore, { plan, conflicts }: Preview) => ({
  ...asked(restore),
  ...(plan === undefined ? { force: conflicts.length > 0 } : { plan }),
});

export const isOtherThanShown = (error: unknown): boolean =>
  error instanceof ClientError && isObject(error.data) && error.data["key"] === "plan";

interface RestoreDialogProps {
  readonly restore: Restore;
  readonly onLeave: () => void;
  readonly onYes: (preview: Preview) => void;
}

/** Shows what would change before it is restored. */
export function RestoreDialog({ restore, onLeave, onYes }: RestoreDialogProps) {
  const { texts, fill } = useI18n();
  const { session } = useAppState();
  const { changes: words, tunnels } = usePageTexts();
  const isUndo = restore.how === "undo";
  const { value, error } = useLoaded(
    () => session.call("pilothouse.changes", { ...asked(restore), preview: true, limit: 1 }),
    [session, restore],
  );
  return (
    <Dialog
      title={isUndo ? words.undoTitle : words.goToTitle}
      yes={isUndo ? words.undoYes : words.goToYes}
      blocked={value === undefined || value.differences.length === 0}
      wide
      onLeave={onLeave}
      onYes={() => value && onYes(value)}
    >
      {restore.again && <Notice tone="warning">{words.changedMeanwhile}</Notice>}
      <Failure error={error} />
      {value === undefined && error === undefined && <p>{texts.common.loading}</p>}
      {value && value.differences.length === 0 && <p>{words.nothing}</p>}
      {value && <Differences of={value.differences} />}
      {value?.interruptsForMs && (
        <p>{fill(tunnels.interrupts, { seconds: Math.ceil(value.interruptsForMs / 1_000) })}</p>
      )}
      {value && value.conflicts.length > 0 && (
        <Notice tone="warning">
          {fill(words.conflicts, { names: value.conflicts.map(({ name }) => name).join(", ") })}
        </Notice>
      )}
    </Dialog>
  );
}
