import { ACTIONS, type Action } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { serviceAddress } from "../../../page-names.js";
import { ChoiceField, TextField } from "../../../parts/form.js";
import { May } from "../../../parts/needs.js";
import { useAppState, useI18n } from "../../../state/hooks.js";
import { useLimited } from "../../../state/scope.js";
import { parseLabelChanges } from "../labels.js";
import { RestartDialog } from "../rollouts/restart-dialog.js";
import type { FleetPageProps } from "../with-fleet-texts.js";
import { EachNode } from "./each-node.js";

interface BulkProps extends FleetPageProps {
  readonly selected: ReadonlySet<string>;
  readonly onClear: () => void;
  /** Something was changed on nodes. */
  readonly onChanged: () => void;
}

const ROLLOUTS = ["restart", "update", "apply"] as const;
type Task = (typeof ROLLOUTS)[number] | "label" | "queue";

/** What can be done with all nodes that are selected. */
export function Bulk({ words, selected, onClear, onChanged }: BulkProps) {
  const { format, fill } = useI18n();
  const [task, setTask] = useState<Task>();
  const { bulk, rollouts } = words;
  const nodes = [...selected];
  const leave = () => setTask(undefined);
  const rollout = ROLLOUTS.find((kind) => kind === task);
  const isLimited = useLimited();
  const button = (which: Task, label: string) => (
    <button type="button" class="small" onClick={() => setTask(which)}>
      {fill(bulk.asks, { label })}
    </button>
  );
  const done = () => {
    leave();
    onChanged();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is a group of buttons, and no group of fields.
    <div class="bulk actions" role="group" aria-label={bulk.title}>
      <strong role="status">
        {fill(bulk.selected, { count: nodes.length, shown: format.count(nodes.length) })}
      </strong>
      {button("restart", rollouts.kinds.restart)}
      {button("update", rollouts.kinds.update)}
      <May scope="settings">
        {!isLimited && button("apply", rollouts.kinds.apply)}
        {button("label", words.nodes.labels)}
      </May>
      {button("queue", bulk.queue)}
      <button type="button" class="small" onClick={onClear}>
        {bulk.clear}
      </button>
      {rollout && (
        <RestartDialog
          words={words}
          nodes={nodes}
          first={rollout}
          onLeave={leave}
          onStarted={() => location.assign(serviceAddress("rollouts"))}
        />
      )}
      {task === "label" && <LabelNodes nodes={nodes} words={words} onLeave={leave} onDone={done} />}
      {task === "queue" && <QueueCalls nodes={nodes} words={words} onLeave={leave} onDone={done} />}
    </div>
  );
}

interface PartProps extends FleetPageProps {
  readonly nodes: readonly string[];
  readonly onLeave: () => void;
  readonly onDone: () => void;
}

function LabelNodes({ words, ...props }: PartProps) {
  const { session } = useAppState();
  const [text, setText] = useState("");
  const changes = parseLabelChanges(text);
  return (
    <EachNode
      {...props}
      words={words}
      title={words.nodes.labels}
      yes={words.node.save}
      blocked={changes === undefined || Object.keys(changes).length === 0}
      run={(node) => session.call("fleet.label", { node, labels: changes ?? {} })}
    >
      <TextField
        label={words.nodes.labels}
        help={words.bulk.labelHelp}
        unfit={changes === undefined && words.invite.badLabels}
        value={text}
        onValue={setText}
      />
    </EachNode>
  );
}

/** A call for each node, which is carried out once it is online. */
export function QueueCalls({ words, ...props }: PartProps) {
  const { texts } = useI18n();
  const { session } = useAppState();
  const [action, setAction] = useState<Action>("RestartGraceful");
  return (
    <EachNode
      {...props}
      words={words}
      title={words.bulk.queue}
      yes={words.bulk.queueYes}
      said={{ one: words.bulk.queued, all: words.bulk.queuedProgress }}
      run={(node) =>
        session.call("fleet.queue", { node, method: "RouterManager", params: { [action]: null } })
      }
    >
      <p>{words.bulk.queueAbout}</p>
      <ChoiceField
        label={words.restart.what}
        value={action}
        options={ACTIONS.map((one) => [one, texts.actions[one].replace("…", "")] as const)}
        onValue={setAction}
      />
    </EachNode>
  );
}
