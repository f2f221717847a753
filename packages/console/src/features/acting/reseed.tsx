import { ask } from "@pilothouse/client/browser";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { Failure } from "../../parts/notice.js";
import { useCell } from "../../state/cell.js";
import { useAppState, useI18n, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";

/** Starts a reseed and shows its progress. */
export function Reseed() {
  const { texts, format, announce, fill } = useI18n();
  const { session, live } = useAppState();
  const snapshot = useCell(live.snapshot);
  const { busy, error, run } = useTask();
  const words = usePageTexts().control;
  // A router that does not run has nobody to ask for peers.
  const isDown = snapshot?.away === "router";
  const reason = useId();
  const running = snapshot?.info["netdb.isreseeding"] === true && snapshot.away === undefined;
  const known = format.count(snapshot?.info["netdb.knownpeers"] ?? 0);

  const [doneText, setDoneText] = useState<string>();
  const before = useRef(running);
  useEffect(() => {
    if (before.current && !running) {
      setDoneText(fill(words.reseedDone, { known }));
      announce(fill(words.reseedDone, { known }));
    }
    before.current = running;
  }, [running, known, words, announce]);

  const start = () =>
    run(async () => {
      setDoneText(undefined);
      await session.ask(ask.act("Reseed"));
      await live.poll();
    });
  return (
    <Card needs="operate" title={words.reseed} about={words.reseedMore}>
      <Failure error={error} />
      <div class="actions">
        <button
          type="button"
          disabled={busy || running || isDown}
          aria-describedby={isDown ? reason : undefined}
          onClick={() => void start()}
        >
          {texts.actions.Reseed}
        </button>
      </div>
      {isDown && (
        <p id={reason} class="help">
          {words.reseedDown}
        </p>
      )}
      {running && (
        <p class="under-way">
          <progress aria-label={words.reseed} /> {fill(words.reseedRuns, { known })}
        </p>
      )}
      {!running && doneText !== undefined && <p>{doneText}</p>}
    </Card>
  );
}
