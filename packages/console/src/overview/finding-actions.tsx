import { ask } from "@pilothouse/client/browser";
import type { FindingEntry } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { portsText } from "../health/health.js";
import { isIn, type PageName, pageAddress } from "../page-names.js";
import { ActionDialog, type ActionToConfirm } from "../parts/action-dialog.js";
import { Copy } from "../parts/copy.js";
import { Failure } from "../parts/notice.js";
import { May } from "../scope/needs.js";
import { useScope } from "../scope/scope.js";
import { useCell } from "../state/cell.js";
import { useAppState, useI18n, useTask } from "../state/hooks.js";

/** The page that helps with a finding for which there is no action. The first matching prefix counts. */
const PAGE_FOR: readonly (readonly [begins: string, page: PageName])[] = [
  ["router.crash", "logs"],
  ["limit.", "network"],
  ["traffic.", "network"],
  ["net.", "network"],
  ["budget.", "traffic"],
  ["password.", "sessions"],
  ["logins.", "audit"],
];

type Action = ActionToConfirm | "Reseed";

const isAsked = (action: string): action is Action =>
  ["Restart", "RestartGraceful", "Update", "Reseed"].includes(action);

/** The buttons and links that help with a finding. */
export function FindingActions({ finding }: { readonly finding: FindingEntry }) {
  const { texts, announce } = useI18n();
  const { session, live, updates, place } = useAppState();
  const scope = useScope();
  const [asking, setAsking] = useState<ActionToConfirm>();
  const task = useTask();
  const update = useCell(updates.state);
  const { key, action, ports } = finding;
  const page = PAGE_FOR.find(([begins]) => key.startsWith(begins))?.[1];
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
        {page && isIn(place, page, scope) && (
          <a class="button" href={pageAddress(page)}>
            {texts.pages[page]}
          </a>
        )}
      </div>
      <Failure error={task.error} />
      {asking && (
        <ActionDialog action={asking} onLeave={() => setAsking(undefined)} onYes={() => act(asking)} />
      )}
    </>
  );
}
