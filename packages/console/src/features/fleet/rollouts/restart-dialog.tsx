import type { NodeState } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Dialog } from "../../../parts/dialog.js";
import { Switch } from "../../../parts/field.js";
import { ChoiceField, TextField } from "../../../parts/form.js";
import { Failure } from "../../../parts/notice.js";
import { useAppState, useI18n, useLoaded, useTask } from "../../../state/hooks.js";
import { parseLabels } from "../labels.js";
import { isOutsider } from "../outsider.js";
import type { FleetPageProps } from "../with-fleet-texts.js";

type Kind = "restart" | "update" | "apply";

interface RestartProps extends FleetPageProps {
  /** The nodes that were selected; without them a label is asked for. */
  readonly nodes?: readonly string[];
  readonly first?: Kind;
  readonly onLeave: () => void;
  readonly onStarted: () => void;
}

const NUMBERS = { parallel: [1, 100_000], canary: [0, 1_000], budget: [0, 100_000] } as const;
type NumberName = keyof typeof NUMBERS;

const isInRange = (text: string, [least, most]: readonly [number, number]): boolean =>
  /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;

/** Asks which nodes to restart, and says how many they are. */
export function RestartDialog({
  words: {
    restart: words,
    rollouts: { kinds },
    nodes: { empty },
  },
  nodes,
  first = "restart",
  onLeave,
  onStarted,
}: RestartProps) {
  const { format, announce, fill } = useI18n();
  const { session } = useAppState();
  const task = useTask();
  const [label, setLabel] = useState("");
  const [graceful, setGraceful] = useState(true);
  const [kind, setKind] = useState<Kind>(first);
  const [numbers, setNumbers] = useState<Record<NumberName, string>>({
    parallel: "1",
    canary: "1",
    budget: "0",
  });
  const labels = parseLabels(label) ?? {};
  const summary = useLoaded(() => session.call("fleet.summary", {}), [session]);
  const template = useLoaded(
    async () => (kind === "apply" ? session.call("fleet.template", {}) : undefined),
    [session, kind],
  );
  const found = useLoaded(async () => {
    // They are in the list, and no roll-out reaches them.
    const twice = await session.call("fleet.nodes", { labels, state: "duplicate", columns: ["name"] });
    const left = (twice.columns.name ?? []).filter((name) => nodes?.includes(name) ?? true);
    if (nodes !== undefined)
      return {
        label,
        left,
        count: nodes.length - left.length,
        text: format.count(nodes.length - left.length),
      };
    const { columns, next } = await session.call("fleet.nodes", { labels, columns: ["state"] });
    const isReached = (state: NodeState) => !isOutsider({ state }) && state !== "duplicate";
    const count = columns.state?.filter(isReached).length ?? 0;
    return {
      label,
      left,
      count,
      text: next === null ? format.count(count) : fill(words.more, { count: format.count(count) }),
    };
  }, [session, label, format, words]);
  // Clear the count of the previous label.
  const selected = found.value?.label === label ? found.value : undefined;
  const names = Object.keys(NUMBERS) as NumberName[];
  const isValid = names.every((name) => isInRange(numbers[name], NUMBERS[name]));

  const start = () =>
    task.run(async () => {
      await session.call("fleet.rollout", {
        kind,
        ...(nodes === undefined ? { labels } : { nodes }),
        ...(kind === "apply" && {
          template: template.value?.template ?? "",
          ifRevision: template.value?.revision ?? 0,
        }),
        graceful,
        maxParallel: Number(numbers.parallel),
        canary: Number(numbers.canary),
        failureBudget: Number(numbers.budget),
      });
      announce(words.started);
      onStarted();
    });
  return (
    <Dialog
      title={words.title}
      yes={words.yes}
      danger={!graceful}
      blocked={task.busy || !isValid || !selected?.count || (kind === "apply" && !template.value?.template)}
      onLeave={onLeave}
      onYes={() => void start()}
    >
      <ChoiceField
        label={words.what}
        value={kind}
        options={[
          ["restart", kinds.restart],
          ["update", kinds.update],
          ...(first === "apply" ? [["apply", kinds.apply] as const] : []),
        ]}
        onValue={setKind}
      />
      {kind === "apply" && template.value?.template === null && <p>{words.noTemplate}</p>}
      {nodes === undefined && (
        <ChoiceField
          label={words.label}
          value={label}
          options={[
            ["", words.allNodes],
            ...(summary.value?.labels.map(
              ({ name, nodes }) => [name, `${name} (${format.count(nodes)})`] as const,
            ) ?? []),
          ]}
          onValue={setLabel}
        />
      )}
      {names.map((name) => (
        <TextField
          key={name}
          label={words[name]}
          invalid={!isInRange(numbers[name], NUMBERS[name])}
          class="short"
          type="number"
          min={NUMBERS[name][0]}
          max={NUMBERS[name][1]}
          value={numbers[name]}
          onValue={(next) => setNumbers({ ...numbers, [name]: next })}
        />
      ))}
      <Switch label={words.graceful} on={graceful} onSwitch={setGraceful} />
      {selected && (
        <p role="status">
          <strong>
            {selected.count === 0 && selected.left.length === 0
              ? label === ""
                ? empty
                : words.none
              : fill(words.selected, { count: selected.text })}
          </strong>
        </p>
      )}
      {selected && selected.left.length > 0 && <p>{fill(words.left, { names: selected.left.join(", ") })}</p>}
      <Failure error={found.error ?? summary.error ?? template.error ?? task.error} />
    </Dialog>
  );
}
