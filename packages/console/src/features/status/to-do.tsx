import type { FindingEntry } from "@pilothouse/protocol";
import { Card } from "../../parts/card.js";
import { Icon } from "../../parts/icon.js";
import { Failure, Notice } from "../../parts/notice.js";
import { useCell } from "../../state/cell.js";
import { useAppState, useI18n } from "../../state/hooks.js";
import type { RouterSnapshot } from "../../state/live.js";
import { levelOf, type Verdict, wordsOf } from "../health/health.js";
import { useVerdict } from "../health/use-verdict.js";
import { UpdateProgress } from "../updates/update-progress.js";
import { updateWords } from "../updates/update-words.js";
import { FindingActions } from "./finding-actions.js";
import { helpFor } from "./finding-help.js";

/** What needs the operator's attention, worst first, each with a button or link to fix it. */
export function ToDo({ snapshot }: { readonly snapshot: RouterSnapshot }) {
  const { texts, format } = useI18n();
  const update = useCell(useAppState().updates.state);
  const isInstalling = update.running?.action === "Update";
  const stated = statedIn(useVerdict());
  const findings =
    snapshot.away === "service"
      ? []
      : snapshot.health.findings.filter((finding) => isToDo(finding) && finding.key !== stated?.key);
  const error = update.failed?.action === "Update" ? update.failed.error : undefined;
  // Without such a finding the router runs the new version already.
  const isCurrent = update.notInstalled || findings.some(({ key }) => key.startsWith("update."));
  const installed = isCurrent ? update.installed : undefined;
  if (findings.length === 0 && error === undefined && installed === undefined && !isInstalling) return null;
  return (
    <Card title={texts.health.todo} class="to-do">
      <Failure error={error} />
      {isInstalling && <UpdateProgress />}
      {installed !== undefined && (
        <Notice tone={update.notInstalled ? "error" : "info"}>{updateWords(installed, update, texts)}</Notice>
      )}
      <ul>
        {findings.map((finding) => {
          const { says, more } = wordsOf(finding, snapshot, texts, format);
          return (
            <li key={finding.key} class={levelOf(finding)}>
              <Icon name={levelOf(finding)} />
              <div>
                <strong>{says}</strong>
                <p>{more}</p>
              </div>
              <FindingActions finding={finding} />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** Findings of level "wait" need no action; notes are listed only if there is something to click. */
export const isToDo = ({ level, action, key }: FindingEntry): boolean =>
  level === "warning" ||
  level === "problem" ||
  (level === "note" && (action !== null || helpFor(key).pages !== undefined));

/** The finding that the state panel shows with its buttons, because it is the router's state. The list leaves it out. */
export const statedIn = (verdict: Verdict | undefined): FindingEntry | undefined =>
  verdict?.finding?.key.startsWith("router.") ? verdict.finding : undefined;
