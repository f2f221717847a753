import type { RolloutEntry } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Card } from "../../../parts/card.js";
import { Dialog } from "../../../parts/dialog.js";
import { May } from "../../../parts/needs.js";
import { Failure, ServiceText } from "../../../parts/notice.js";
import { actorWords } from "../../../reasons/actor-words.js";
import { useAppState, useI18n, useTask } from "../../../state/hooks.js";
import { labelTexts } from "../labels.js";
import type { FleetPageProps } from "../with-fleet-texts.js";
import { countsOf } from "./rollout-counts.js";
import { RolloutNodes } from "./rollout-nodes.js";

/** The colour of each status. */
const TONES: { readonly [status: string]: string } = {
  running: "",
  stopping: "verdict-warning",
  paused: "verdict-warning",
  done: "verdict-ok",
  failed: "bad",
};

interface RolloutProps extends FleetPageProps {
  readonly rollout: RolloutEntry;
  readonly onChanged: () => Promise<void>;
}

/** A roll-out: its progress, and buttons to pause, resume or end it. */
export function RolloutCard({ rollout, words: { rollouts: words }, onChanged }: RolloutProps) {
  const { texts, format, fill } = useI18n();
  const { session, live } = useAppState();
  const task = useTask();
  const [ending, setEnding] = useState(false);
  const [shown, setShown] = useState<"yes" | "no">();
  const {
    id,
    kind,
    by,
    created,
    status,
    why,
    whyCoded,
    finished,
    total,
    done,
    failed,
    skipped,
    expired,
    lineExpires,
  } = rollout;
  const control = (which: "pause" | "resume" | "end") =>
    task.run(async () => {
      setEnding(false);
      await session.call("fleet.rollouts", { id, [which]: true, limit: 0 });
      await onChanged();
    });
  const over = done + failed + skipped + expired;
  const counts = countsOf(rollout);
  const progress = fill(words.progress, { done: format.count(done), total: format.count(total) });
  const named: { readonly [kind: string]: string } = words.kinds;
  const said: { readonly [status: string]: string } = words.statuses;
  // It is done as far as it may be: some nodes failed within its budget, or never came.
  const isMixed = status === "done" && failed + expired > 0;
  const isOpen = status === "running" || status === "paused";
  // What is under way or has failed is of interest without being asked for.
  const isShown = shown === undefined ? isOpen || failed > 0 : shown === "yes";
  return (
    <Card
      class="rollout"
      title={`${named[kind] ?? kind} ${id}`}
      aside={
        <span class={`tag ${isMixed ? "verdict-warning" : (TONES[status] ?? "")}`}>
          {said[status] ?? status}
        </span>
      }
    >
      <p class="about">
        <span title={format.moment(created)}>
          {fill(words.started, { by: actorWords(by, texts), when: format.ago(created, live.now()) })}
        </span>
        {finished !== null && (
          <span title={format.moment(finished)}>
            {" · "}
            {fill(words.finished, { when: format.ago(finished, live.now()) })}
          </span>
        )}
        {labelTexts(rollout.labels).map((label) => (
          <span key={label}>
            {" · "}
            <code>{label}</code>
          </span>
        ))}
      </p>
      {/* What is over need not be done: in the colour of a failure the bar does not contradict the words. */}
      <progress
        class={status === "failed" ? "bad" : ""}
        aria-label={progress}
        max={Math.max(1, total)}
        value={over}
      />
      <p class="rollout-counts">
        <strong>{progress}</strong>
        {(Object.keys(words.counts) as (keyof typeof words.counts)[])
          .filter((name) => counts[name] > 0)
          .map((name) => (
            <span key={name}>
              {fill(words.counts[name], {
                count: format.count(counts[name]),
                until: format.moment(lineExpires),
              })}
            </span>
          ))}
      </p>
      {why && (
        <p>
          <ServiceText text={why} coded={whyCoded ? [whyCoded] : []} />
        </p>
      )}
      <Failure error={task.error} />
      {isOpen && (
        <May scope="operate">
          <div class="actions">
            {status === "running" ? (
              <button type="button" disabled={task.busy} onClick={() => void control("pause")}>
                {words.pause}
              </button>
            ) : (
              <button type="button" disabled={task.busy} onClick={() => void control("resume")}>
                {words.resume}
              </button>
            )}
            <button type="button" disabled={task.busy} onClick={() => setEnding(true)}>
              {words.end}{" "}
            </button>{" "}
          </div>
        </May>
      )}
      <div class="actions">
        <button
          type="button"
          class="small"
          aria-expanded={isShown}
          onClick={() => setShown(isShown ? "no" : "yes")}
        >
          {isShown ? words.hideNodes : words.showNodes}
        </button>
      </div>
      {isShown && <RolloutNodes rollout={rollout} words={words} />}
      {ending && (
        <Dialog
          title={words.askEnd}
          yes={words.endYes}
          danger
          onLeave={() => setEnding(false)}
          onYes={() => void control("end")}
        >
          <p>{words.endMore}</p>
        </Dialog>
      )}
    </Card>
  );
}
