import { ask } from "@pilothouse/client/browser";
import { useEffect, useRef, useState } from "preact/hooks";
import { useCell } from "../state/cell.js";
import { useHelm, useSpeech, useTask } from "../state/hooks.js";
import { Card } from "./card.js";
import { Failure } from "./notice.js";

/** Starts a reseed and shows how the router gets to know others. */
export function Reseed() {
  const { texts, format, say } = useSpeech();
  const { session, live } = useHelm();
  const seen = useCell(live.seen);
  const { busy, error, run } = useTask();
  const words = texts.control;
  const runs = seen?.info["netdb.isreseeding"] === true && seen.away === undefined;
  const known = format.count(seen?.info["netdb.knownpeers"] ?? 0);

  const [over, setOver] = useState<string>();
  const before = useRef(runs);
  useEffect(() => {
    if (before.current && !runs) {
      setOver(words.reseedDone(known));
      say(words.reseedDone(known));
    }
    before.current = runs;
  }, [runs, known, words, say]);

  const start = () =>
    run(async () => {
      setOver(undefined);
      await session.ask(ask.act("Reseed"));
      await live.look();
    });
  return (
    <Card title={words.reseed} about={words.reseedMore}>
      <Failure error={error} />
      <div class="actions">
        <button type="button" disabled={busy || runs} onClick={() => void start()}>
          {texts.actions.Reseed}
        </button>
      </div>
      {runs && (
        <p class="under-way">
          <progress aria-label={words.reseed} /> {words.reseedRuns(known)}
        </p>
      )}
      {!runs && over !== undefined && <p>{over}</p>}
    </Card>
  );
}
