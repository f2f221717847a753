import { useState } from "preact/hooks";
import { Dialog } from "../../../../parts/dialog.js";
import { fieldErrors, TextField } from "../../../../parts/form.js";
import { May } from "../../../../parts/needs.js";
import { Failure } from "../../../../parts/notice.js";
import { useAppState, useI18n, useTask } from "../../../../state/hooks.js";
import { labelTexts, parseLabels } from "../../labels.js";
import type { FleetPageProps } from "../../with-fleet-texts.js";
import type { Row } from "./node-list.js";

interface NodeDialogProps extends FleetPageProps {
  readonly node: Pick<Row, "name" | "labels" | "state" | "instances">;
  readonly onDone: (changed: boolean) => void;
}

interface ChangeNodeProps extends Omit<NodeDialogProps, "onDone"> {
  readonly onChanged: () => unknown;
}

/** A button that opens the dialog of a node. */
export function ChangeNode({ node, words, onChanged }: ChangeNodeProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="small" onClick={() => setOpen(true)}>
        {words.node.change}
      </button>
      {isOpen && (
        <NodeDialog
          node={node}
          words={words}
          onDone={() => {
            setOpen(false);
            onChanged();
          }}
        />
      )}
    </>
  );
}

/** Changes a node's name and labels, or removes it from the fleet after a confirmation. */
export function NodeDialog({ node, words: all, onDone }: NodeDialogProps) {
  const { announce, fill } = useI18n();
  const { session } = useAppState();
  const { node: words, invite, bulk } = all;
  const task = useTask();
  const [name, setName] = useState(node.name);
  const [labels, setLabels] = useState(() => labelTexts(node.labels).join(", "));
  const [isRemoving, setRemoving] = useState(false);
  const parsed = parseLabels(labels);
  const { at, rest } = fieldErrors(task.error, ["name", "labels"]);
  const act = (work: () => Promise<unknown>) =>
    task.run(async () => {
      await work();
      announce(words.saved);
      onDone(true);
    });
  const save = () =>
    act(async () => {
      const gone = Object.keys(node.labels).filter((key) => !Object.hasOwn(parsed ?? {}, key));
      const changed = Object.entries(parsed ?? {}).filter(([key, value]) => node.labels[key] !== value);
      const changes = Object.fromEntries([...gone.map((key) => [key, null] as const), ...changed]);
      if (Object.keys(changes).length > 0)
        await session.call("fleet.label", { node: node.name, labels: changes });
      if (name !== node.name) await session.call("fleet.rename", { node: node.name, name });
    });
  const remove = () => act(() => session.call("fleet.remove", { node: node.name }));
  const keep = (instance: string) => act(() => session.call("fleet.keep", { node: node.name, instance }));
  if (isRemoving)
    return (
      <Dialog
        key="remove"
        title={fill(words.askRemove, { name: node.name })}
        yes={words.remove}
        danger
        blocked={task.busy}
        onLeave={() => setRemoving(false)}
        onYes={() => void remove()}
      >
        <p>{words.removeMore}</p>
        <Failure error={task.error} />
      </Dialog>
    );
  return (
    <Dialog
      key="change"
      title={fill(words.title, { name: node.name })}
      yes={words.save}
      blocked={task.busy || parsed === undefined}
      onLeave={() => onDone(false)}
      onYes={() => void save()}
    >
      <TextField
        label={all.nodes.name}
        help={words.nameHelp}
        required
        pattern="[a-z0-9]([a-z0-9.\-]{0,61}[a-z0-9])?"
        error={at("name")}
        spellcheck={false}
        value={name}
        onValue={setName}
      />
      <TextField
        label={all.nodes.labels}
        help={words.labelsHelp}
        unfit={parsed === undefined && invite.badLabels}
        error={at("labels")}
        value={labels}
        onValue={setLabels}
      />
      <Failure error={rest} />
      {node.state === "duplicate" && <p class="notice error">{words.duplicate}</p>}
      <div class="actions">
        <May scope="all">
          {node.state === "duplicate" &&
            node.instances.map((instance) => (
              <button
                key={instance}
                type="button"
                class="small"
                disabled={task.busy}
                onClick={() => void keep(instance)}
              >
                {fill(words.keep, { instance })}
              </button>
            ))}
          <button type="button" class="small" onClick={() => setRemoving(true)}>
            {fill(bulk.asks, { label: words.remove })}
          </button>
        </May>
      </div>
    </Dialog>
  );
}
