import { ask } from "@pilothouse/client/browser";
import type { FindingEntry } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { levelOf, portsText, wordsOf } from "../health/health.js";
import { isIn, type PageName, pageAddress } from "../page-names.js";
import { ActionDialog, type ActionToConfirm } from "../parts/action-dialog.js";
import { Card } from "../parts/card.js";
import { Copy } from "../parts/copy.js";
import { Icon } from "../parts/icon.js";
import { Failure, Notice } from "../parts/notice.js";
import { May } from "../scope/needs.js";
import { useScope } from "../scope/scope.js";
import { useCell } from "../state/cell.js";
import { useAppState, useI18n, useTask } from "../state/hooks.js";
import type { RouterSnapshot } from "../state/live.js";
import { UpdateProgress } from "../updates/update-progress.js";

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

const isAsked = (action: string): action is ActionToConfirm | "Reseed" =>
  ["Restart", "RestartGraceful", "Update", "Reseed"].includes(action);

/** What needs the operator's attention, worst first, each with a button or link to fix it. */
export function ToDo({ snapshot }: { readonly snapshot: RouterSnapshot }) {
  const { texts, announce } = useI18n();
  const { session, live, updates, place } = useAppState();
  const scope = useScope();
  const [asking, setAsking] = useState<ActionToConfirm>();
  const task = useTask();
  const update = useCell(updates.state);
  const isInstalling = update.running?.action === "Update";
  const findings = snapshot.away === "service" ? [] : snapshot.health.findings.filter(isToDo);
  const act = (action: ActionToConfirm | "Reseed") => {
    setAsking(undefined);
    if (action === "Update") void updates.install();
    else
      void task.run(async () => {
        await session.ask(ask.act(action));
        announce(texts.control.sent);
        await live.poll();
      });
  };
  const button = (action: ActionToConfirm | "Reseed", isStart = false) => (
    <button
      type="button"
      class="small primary"
      disabled={task.busy || (action === "Update" && update.running !== undefined)}
      onClick={() => (action === "Reseed" || isStart ? act(action) : setAsking(action))}
    >
      {isStart ? texts.control.start : texts.actions[action]}
    </button>
  );
  const error = task.error ?? (update.failed?.action === "Update" ? update.failed.error : undefined);
  // Without such a finding the router runs the new version already.
  const installed = findings.some(({ key }) => key.startsWith("update.")) ? update.installed : undefined;
  if (findings.length === 0 && error === undefined && !isInstalling) return null;
  return (
    <Card title={texts.health.todo} class="to-do">
      <Failure error={error} />
      {isInstalling && <UpdateProgress />}
      {installed !== undefined && <Notice tone="info">{installed}</Notice>}
      <ul>
        {findings.map((finding) => {
          const { says, more } = wordsOf(finding, snapshot, texts);
          const { key, action, ports } = finding;
          const page = PAGE_FOR.find(([begins]) => key.startsWith(begins))?.[1];
          return (
            <li key={key} class={levelOf(finding)}>
              <Icon name={levelOf(finding)} ring />
              <div>
                <strong>{says}</strong>
                <p>{more}</p>
              </div>
              <div class="actions">
                {ports.length > 0 && <Copy text={portsText(ports, texts)} />}
                {action !== null && isAsked(action) && (
                  <May scope="operate">{button(action, key === "router.stopped")}</May>
                )}
                {page && isIn(place, page, scope) && (
                  <a class="button" href={pageAddress(page)}>
                    {texts.pages[page]}
                  </a>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {asking && (
        <ActionDialog action={asking} onLeave={() => setAsking(undefined)} onYes={() => act(asking)} />
      )}
    </Card>
  );
}

/** Findings of level "wait" need no action; notes are listed only if there is something to click. */
export const isToDo = ({ level, action, key }: FindingEntry): boolean =>
  level === "warning" ||
  level === "problem" ||
  (level === "note" && (action !== null || key === "traffic.full"));
