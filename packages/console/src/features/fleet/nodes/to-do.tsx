import type { FindingEntry } from "@pilothouse/protocol";
import { type PageName, pageAddress } from "../../../page-names.js";
import { Card } from "../../../parts/card.js";
import { Icon } from "../../../parts/icon.js";
import { May } from "../../../parts/needs.js";
import { useCell } from "../../../state/cell.js";
import { useAppState, useI18n } from "../../../state/hooks.js";
import { entryWords, fleetWords } from "../../health/fleet-words.js";
import { levelOf } from "../../health/health.js";
import type { FleetPageProps } from "../with-fleet-texts.js";

interface ToDoProps extends FleetPageProps {
  /** Shows the nodes that have this finding. */
  readonly onShow: (finding: string) => void;
}

/** What the hub found, the worst first. */
export function ToDo({ words, onShow }: ToDoProps) {
  const i18n = useI18n();
  const hub = useCell(useAppState().live.hub);
  if (hub === undefined) return null;
  const { todo } = words;
  const { findings } = hub.health;
  return (
    <Card title={todo.title}>
      {findings.length === 0 && <p>{todo.none}</p>}
      {findings.length > 0 && (
        <ul class="to-look-at">
          {findings.map((finding) => (
            <li key={finding.key} class={levelOf(finding)}>
              <Icon name={levelOf(finding)} />
              <div>
                <strong>{fleetWords(finding, words, i18n)}</strong>
                <p>{String(finding.values["nodes"] ?? entryWords(finding.values["entries"] ?? "", words))}</p>
              </div>
              <Help finding={finding} todo={todo} onShow={onShow} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Where something is done about a finding, if not at the nodes themselves. */
const PAGES: {
  readonly [key: string]: readonly [PageName, "all" | "operate" | "read", "review" | "restartThem" | "show"];
} = {
  "fleet.rollout": ["rollouts", "read", "show"],
  "nodes.waiting": ["invitations", "all", "review"],
  "nodes.unknown": ["invitations", "all", "review"],
  "nodes.restart": ["rollouts", "operate", "restartThem"],
};

interface HelpProps extends Pick<ToDoProps, "onShow"> {
  readonly finding: FindingEntry;
  readonly todo: ToDoProps["words"]["todo"];
}

function Help({ finding: { key, values }, todo, onShow }: HelpProps) {
  const [page, scope, says] = PAGES[key] ?? [];
  return (
    <div class="actions">
      {page && scope && says && (
        <May scope={scope}>
          <a class="button" href={pageAddress(page)}>
            {todo[says]}
          </a>
        </May>
      )}
      {says !== "review" && values["all"] !== undefined && (
        <button type="button" class="small" onClick={() => onShow(key)}>
          {todo.show}
        </button>
      )}
    </div>
  );
}
