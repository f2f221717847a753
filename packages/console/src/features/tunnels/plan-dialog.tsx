import type { CodedText, Result, TunnelPlanEntry } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Dialog } from "../../parts/dialog.js";
import { Failure, Loading, ServiceText } from "../../parts/notice.js";
import { useAppState, useI18n, useLoaded, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { asked, type Change, isOpening } from "./changes.js";

interface PlanDialogProps {
  readonly change: Change;
  readonly label: string;
  /** The text of the button that leaves it. */
  readonly no?: string;
  readonly onDone: (done?: Result<"pilothouse.tunnels">) => void;
}

/** Shows what a change would do, asks, and does exactly that. */
export function PlanDialog({ change, label, no, onDone }: PlanDialogProps) {
  const { announce } = useI18n();
  const { session } = useAppState();
  const words = usePageTexts().tunnels;
  const task = useTask();
  const [isOpen, setOpen] = useState(false);
  const [isForgotten, setForgotten] = useState(false);
  const open = isOpen && { open: true };
  const whole: Change = isForgotten ? { ...change, forgetKey: true } : change;
  // Without this answer the service would refuse it.
  const isUnanswered = isOpening(change) && !isOpen;
  const preview = useLoaded(
    async () =>
      isUnanswered ? undefined : session.call("pilothouse.tunnels", asked(whole, { preview: true, ...open })),
    [session, isOpen, isForgotten],
  );
  const { plan = null, mark = null } = preview.value ?? {};
  const perform = () =>
    task.run(async () => {
      const done = await session.call(
        "pilothouse.tunnels",
        asked(whole, { ...(mark !== null && { mark }), ...open }),
        true,
      );
      announce(words.done);
      onDone(done);
    });
  return (
    <Dialog
      title={`${label}: ${change.name}`}
      yes={label}
      {...(no !== undefined && { no })}
      danger={change.action === "delete"}
      blocked={task.busy || plan === null || preview.error !== undefined}
      onLeave={() => onDone()}
      onYes={() => void perform()}
    >
      {isOpening(change) && <Check label={words.openConfirm} on={isOpen} onChange={setOpen} />}
      {change.action === "delete" && (
        <>
          <p>{words.keyKept}</p>
          <Check label={words.forget} on={isForgotten} onChange={setForgotten} />
        </>
      )}
      {!isUnanswered && <Loading of={preview} />}
      {plan !== null && preview.error === undefined && <Plan plan={plan} coded={preview.value?.texts} />}
      {task.busy && <p role="status">{words.working}</p>}
      <Failure error={task.error} />
    </Dialog>
  );
}

function Plan({
  plan: { interruptsForMs, interrupted, files, warnings },
  coded,
}: {
  readonly plan: TunnelPlanEntry;
  readonly coded: readonly CodedText[] | undefined;
}) {
  const { fill } = useI18n();
  const words = usePageTexts().tunnels;
  const seconds = Math.ceil((interruptsForMs ?? 0) / 1_000);
  return (
    <>
      <p>
        {interruptsForMs === null ? words.noInterruption : fill(words.interrupts, { seconds })}{" "}
        {interrupted.length > 0 && fill(words.interrupted, { names: interrupted.join(", ") })}
      </p>
      <ul>
        {files.map(({ path, becomes }) => (
          <li key={path}>{fill(becomes === null ? words.removes : words.writes, { path })}</li>
        ))}
        {warnings.map((one) => (
          <li key={one}>
            <ServiceText text={one} coded={coded} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface CheckProps {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

const Check = ({ label, on, onChange }: CheckProps) => (
  <label class="check">
    <input type="checkbox" checked={on} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    {label}
  </label>
);
