import { ask } from "@pilothouse/client/browser";
import { ACTIONS, isLifecycle, type LifecycleAction } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { ActDialog } from "../parts/act-dialog.js";
import { Card } from "../parts/card.js";
import { Failure, Notice } from "../parts/notice.js";
import { Reseed } from "../parts/reseed.js";
import { UpdatesCard } from "../parts/updates-card.js";
import { useCell } from "../state/cell.js";
import { useHelm, useNow, useSpeech, useTask } from "../state/hooks.js";

const LIFE = ACTIONS.filter(isLifecycle);
/** A tunnel lives this long, so a graceful wait is never longer. */
const LONGEST_WAIT = 10 * 60_000;

export function Control() {
  return (
    <>
      <Life />
      <div class="columns">
        <Reseed />
        <UpdatesCard />
      </div>
    </>
  );
}

function Life() {
  const { texts, format, say } = useSpeech();
  const { session, live } = useHelm();
  const seen = useCell(live.seen);
  const [asking, setAsking] = useState<LifecycleAction>();
  const { busy, error, run } = useTask();
  const phase = seen?.status.phase;
  const off = phase === "stopped";
  const tunnels = seen?.away === undefined ? (seen?.info["net.tunnels.participating"] ?? 0) : 0;

  const act = (action: LifecycleAction) => {
    setAsking(undefined);
    void run(async () => {
      await session.ask(ask.act(action));
      say(texts.control.sent);
      await live.look();
    });
  };
  return (
    <Card title={texts.control.life} about={tunnels > 0 && texts.waitTunnels(tunnels, format.count(tunnels))}>
      {phase === "draining" && <Wait />}
      <Failure error={error} />
      {off ? (
        <div class="actions">
          <button type="button" class="primary" disabled={busy} onClick={() => act("Restart")}>
            {texts.control.start}
          </button>
        </div>
      ) : (
        <ul class="choices-list">
          {LIFE.map((action) => (
            <li key={action}>
              <button type="button" disabled={busy} onClick={() => setAsking(action)}>
                {texts.actions[action]}
              </button>
              <span class="about">{texts.lifeHelp[action]}</span>
            </li>
          ))}
        </ul>
      )}
      {asking && <ActDialog action={asking} onLeave={() => setAsking(undefined)} onYes={() => act(asking)} />}
    </Card>
  );
}

/** A graceful restart or stop under way: how long it takes at most, and how to overtake it. */
function Wait() {
  const { texts, format } = useSpeech();
  const { live } = useHelm();
  const seen = useCell(live.seen);
  useNow();
  const { until, next } = seen?.status ?? {};
  if (until == null) return null;
  const left = Math.max(0, until - live.now());
  return (
    <Notice tone="warning">
      <strong>{texts.phases.draining[next === "restart" ? "restart" : "stop"]}.</strong>
      <p class="countdown">
        <span>{texts.control.timeLeft}</span> <b role="timer">{format.countdown(left)}</b>
      </p>
      <progress aria-label={texts.control.timeLeft} max={LONGEST_WAIT} value={LONGEST_WAIT - left} />
      <p>{texts.control.overtake}</p>
    </Notice>
  );
}
