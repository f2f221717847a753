import { ask } from "@pilothouse/client/browser";
import type { SettingPart } from "@pilothouse/protocol";
import { Dialog } from "../parts/dialog.js";
import { Failure, Notice } from "../parts/notice.js";
import { useHelm, useLoaded, useSpeech } from "../state/hooks.js";
import { usePageTexts } from "../state/page-texts.js";
import { Differences } from "./differences.js";

export interface Back {
  readonly how: "undo" | "goTo";
  readonly id: number;
  /** Of the settings that the change belongs to; going back concerns these only. */
  readonly part: string;
}

/** The call that goes back. */
export const goBack = ({ how, id, part }: Back, more: { readonly preview?: boolean } = {}) =>
  ask.own("pilothouse.changes", {
    [how]: id,
    ...(how === "goTo" && { part: part as SettingPart }),
    force: true,
    ...more,
  });

interface GoBackProps {
  readonly back: Back;
  readonly onLeave: () => void;
  readonly onYes: () => void;
}

/** Shows what going back would change before it is done. */
export function GoBack({ back, onLeave, onYes }: GoBackProps) {
  const { texts } = useSpeech();
  const { session } = useHelm();
  const words = usePageTexts().changes;
  const isUndo = back.how === "undo";
  const { value, error } = useLoaded(() => session.ask(goBack(back, { preview: true })), [session, back]);
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
