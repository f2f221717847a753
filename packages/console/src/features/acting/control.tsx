import { ask } from "@pilothouse/client/browser";
import type { LifecycleAction } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { ActionDialog } from "../../parts/action-dialog.js";
import { Card } from "../../parts/card.js";
import { Failure } from "../../parts/notice.js";
import { useCell } from "../../state/cell.js";
import { useAppState, useI18n, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { BackupCard } from "../backup/backup-card.js";
import { UpdatesCard } from "../updates/updates-card.js";
import { DrainNotice } from "./drain-notice.js";
import { Reseed } from "./reseed.js";

/** Graceful actions, and those that cut tunnels and need one more click. */
const GRACEFUL = ["RestartGraceful", "ShutdownGraceful"] as const;
const AT_ONCE = ["Restart", "Shutdown"] as const;

export function Control() {
  return (
    <div class="columns">
      <Lifecycle />
      <div>
        <Reseed />
        <UpdatesCard />
        <BackupCard />
      </div>
    </div>
  );
}

function Lifecycle() {
  const { texts, format, announce, fill } = useI18n();
  const { control: words, lifeHelp } = usePageTexts();
  const { session, live } = useAppState();
  const snapshot = useCell(live.snapshot);
  const [asking, setAsking] = useState<LifecycleAction>();
  const { busy, error, run } = useTask();
  const phase = snapshot?.status.phase;
  // Then the next step is to cancel, or to wait.
  const isDraining = phase === "draining";
  const tunnels = snapshot?.away === undefined ? (snapshot?.info["net.tunnels.participating"] ?? 0) : 0;

  const act = (action: LifecycleAction) => {
    setAsking(undefined);
    void run(async () => {
      await session.ask(ask.act(action));
      announce(texts.control.sent);
      await live.poll();
    });
  };
  const button = (action: LifecycleAction, look: string) => (
    <li key={action}>
      <button type="button" class={look} disabled={busy} onClick={() => setAsking(action)}>
        {texts.actions[action]}
      </button>
      <span class="about">{lifeHelp[action]}</span>
    </li>
  );
  return (
    <Card
      needs="operate"
      title={words.life}
      about={tunnels > 0 && fill(texts.waitTunnels, { count: tunnels, shown: format.count(tunnels) })}
    >
      {isDraining && <DrainNotice />}
      <Failure error={error} />
      {phase === "stopped" ? (
        <div class="actions">
          <button type="button" class="primary" disabled={busy} onClick={() => act("Restart")}>
            {texts.control.start}
          </button>
        </div>
      ) : (
        <>
          <ul class="choices-list">
            {GRACEFUL.map((action, index) => button(action, index === 0 && !isDraining ? "primary" : ""))}
          </ul>
          <details class="at-once">
            <summary>{words.now}</summary>
            <ul class="choices-list">{AT_ONCE.map((action) => button(action, "danger"))}</ul>
          </details>
        </>
      )}
      {asking && (
        <ActionDialog action={asking} onLeave={() => setAsking(undefined)} onYes={() => act(asking)} />
      )}
    </Card>
  );
}
