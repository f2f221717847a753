import { ask } from "@pilothouse/client/browser";
import { filled } from "@pilothouse/protocol";
import { useEffect, useState } from "preact/hooks";
import { ActionDialog } from "../../parts/action-dialog.js";
import { Card } from "../../parts/card.js";
import { Failure, Notice } from "../../parts/notice.js";
import { useCell } from "../../state/cell.js";
import { useAppState, useI18n, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import type { UpdateState } from "../../state/updates.js";
import { UpdateProgress } from "./update-progress.js";
import { updateWords } from "./update-words.js";

export function UpdatesCard() {
  const { texts, announce, fill } = useI18n();
  const { session, live, updates } = useAppState();
  const snapshot = useCell(live.snapshot);
  const state = useCell(updates.state);
  const [asking, setAsking] = useState<"Update" | "RestartGraceful">();
  const task = useTask();
  const words = usePageTexts().control;
  const restart = async () => {
    await session.ask(ask.act("RestartGraceful"));
    announce(texts.control.sent);
    await live.poll();
  };
  const finding = (wanted: string) => snapshot?.health.findings.find(({ key }) => key === wanted);
  const ready = finding("update.restart");
  const busy = task.busy || state.running !== undefined;

  const noFeed = snapshot?.status.updates === "none";
  const available = finding("update.available");
  const resultText = resultOf(state, {
    said: (text) => updateWords(text, state, texts),
    found: available ? `${filled(texts.findings["update.available"].says, available.values)}.` : words.found,
    notFound: noFeed ? words.noFeed : words.notFound,
  });
  useEffect(() => {
    if (resultText !== undefined) announce(resultText);
  }, [resultText, announce]);
  return (
    <Card
      needs="operate"
      title={texts.control.updates}
      about={fill(words.updatesMore, { version: snapshot?.info.version ?? texts.common.unknown })}
    >
      <div class="actions">
        <button type="button" disabled={busy} onClick={() => void updates.find()}>
          {texts.actions.FindUpdates}
        </button>
        {state.found === true && (
          <button type="button" class="primary" disabled={busy} onClick={() => setAsking("Update")}>
            {texts.actions.Update}
          </button>
        )}
      </div>
      <UpdateProgress />
      {resultText !== undefined && <Notice tone={toneOf(state)}>{resultText}</Notice>}
      {ready && (
        <p>
          {filled(texts.findings["update.restart"].more, ready.values)}{" "}
          <button type="button" class="small" disabled={busy} onClick={() => setAsking("RestartGraceful")}>
            {texts.actions.RestartGraceful}
          </button>
        </p>
      )}
      {noFeed && state.found !== undefined && (
        <details>
          <summary>{words.noFeedHow}</summary>
          <p class="about">{words.noFeedMore}</p>
        </details>
      )}
      <Failure error={state.failed?.error ?? task.error} />
      {asking && (
        <ActionDialog
          action={asking}
          onLeave={() => setAsking(undefined)}
          onYes={() => {
            setAsking(undefined);
            if (asking === "Update") void updates.install();
            else void task.run(() => restart());
          }}
        />
      )}
    </Card>
  );
}

const toneOf = ({ found, notInstalled }: UpdateState) =>
  notInstalled ? "error" : typeof found === "string" ? "warning" : "info";

function resultOf(
  { found, installed }: UpdateState,
  words: { said: (text: string) => string; found: string; notFound: string },
): string | undefined {
  const text = installed ?? found;
  if (text === undefined) return undefined;
  if (typeof text === "string") return words.said(text);
  return found ? words.found : words.notFound;
}
