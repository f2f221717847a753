import { ask } from "@pilothouse/client/browser";
import type { FindingEntry } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { isIn, pageAddress } from "../../page-names.js";
import { ActionDialog, type ActionToConfirm } from "../../parts/action-dialog.js";
import { Copy } from "../../parts/copy.js";
import { May } from "../../parts/needs.js";
import { Failure } from "../../parts/notice.js";
import { useCell } from "../../state/cell.js";
import { useAppState, useI18n, useTask } from "../../state/hooks.js";
import { useLimited, useScope } from "../../state/scope.js";
import { portsText } from "../health/health.js";
import { helpFor } from "./finding-help.js";

type Action = ActionToConfirm | "Reseed";

const isAsked = (action: string): action is Action =>
  ["Restart", "RestartGraceful", "Update", "Reseed"].includes(action);

/** The buttons and links that help with a finding. */
export function FindingActions({ finding }: { readonly finding: FindingEntry }) {
  const { texts, announce } = useI18n();
  const { session, live, updates, place } = useAppState();
  const scope = useScope();
  const isLimited = useLimited();
  const [asking, setAsking] = useState<ActionToConfirm>();
  const task = useTask();
  const update = useCell(updates.state);
  const { key, action, ports } = finding;
  const { pages = [], command } = helpFor(key);
  const isStart = key === "router.stopped";
  const act = (action: Action) => {
    setAsking(undefined);
    if (action === "Update") void updates.install();
    else
      void task.run(async () => {
        await session.ask(ask.act(action));
        announce(texts.control.sent);
        await live.poll();
      });
  };
  return (
    <>
      <div class="actions">
        {ports.length > 0 && <Copy text={portsText(ports, texts)} />}
        {action !== null && isAsked(action) && (
          <May scope="operate">
            <button
              type="button"
              class="small primary"
              disabled={task.busy || (action === "Update" && update.running !== undefined)}
              onClick={() => (action === "Reseed" || isStart ? act(action) : setAsking(action))}
            >
              {isStart ? texts.control.start : texts.actions[action]}
            </button>
          </May>
        )}
        {pages
          .filter((page) => isIn(place, page, scope, isLimited))
          .map((page) => (
            <a key={page} class="button" href={pageAddress(page)}>
              {texts.pages[page]}
            </a>
          ))}
        {command && (
          <>
            <code>{command}</code> <Copy text={command} />
          </>
        )}
      </div>
      <Failure error={task.error} />
      {asking && (
        <ActionDialog action={asking} onLeave={() => setAsking(undefined)} onYes={() => act(asking)} />
      )}
    </>
  );
}
