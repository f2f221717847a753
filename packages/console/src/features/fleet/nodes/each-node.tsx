import { ClientError } from "@pilothouse/client/browser";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "../../../parts/dialog.js";
import { ErrorWords } from "../../../parts/notice.js";
import { Table } from "../../../parts/table.js";
import { useI18n } from "../../../state/hooks.js";
import type { FleetPageProps } from "../with-fleet-texts.js";

/** Calls that are under way at once. */
const PARALLEL = 4;
/** Rows of the table of results; those that failed come first. */
const MOST_ROWS = 200;

interface EachNodeProps extends FleetPageProps {
  readonly title: string;
  readonly yes: string;
  readonly nodes: readonly string[];
  readonly run: (node: string) => Promise<unknown>;
  readonly blocked?: boolean;
  /** What is said of one that succeeded, and of all of them, other than that it is done. */
  readonly said?: { readonly one: string; readonly all: string };
  readonly onLeave: () => void;
  /** The results were read. */
  readonly onDone: () => void;
  readonly children: ComponentChildren;
}

type Results = ReadonlyMap<string, ClientError | undefined>;

/** Does the same with each of the nodes, and tells of each what came of it. */
export function EachNode({ title, yes, nodes, run, words, blocked = false, said, ...props }: EachNodeProps) {
  const { texts, fill, format } = useI18n();
  const [results, setResults] = useState<Results>();
  const start = async () => {
    const found = new Map<string, ClientError | undefined>();
    const left = [...nodes];
    setResults(found);
    const work = async () => {
      for (let node = left.shift(); node !== undefined; node = left.shift()) {
        found.set(node, await run(node).then(() => undefined, asError));
        setResults(new Map(found));
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
  };
  const failed = [...(results?.values() ?? [])].filter((error) => error !== undefined).length;
  const rows = [...(results ?? [])].sort(([, one], [, other]) => Number(!one) - Number(!other));
  const { bulk } = words;
  const [first, ...others] = nodes;
  const only = others.length === 0 ? first : undefined;
  return (
    <Dialog
      title={title}
      yes={results === undefined ? yes : undefined}
      no={results === undefined ? texts.common.cancel : texts.common.close}
      blocked={blocked || results !== undefined}
      onLeave={results === undefined ? props.onLeave : props.onDone}
      onYes={() => void start()}
    >
      <p role="status">
        <strong>
          {results === undefined
            ? (only ?? fill(bulk.selected, { count: nodes.length, shown: format.count(nodes.length) }))
            : fill(said?.all ?? bulk.progress, {
                done: format.count(results.size - failed),
                failed: format.count(failed),
                total: format.count(nodes.length),
              })}
        </strong>
      </p>
      {results === undefined ? (
        props.children
      ) : (
        <Table caption={title} columns={[words.nodes.name, bulk.result]}>
          {rows.slice(0, MOST_ROWS).map(([node, error]) => (
            <tr key={node}>
              <th scope="row">{node}</th>
              <td>{error === undefined ? (said?.one ?? bulk.done) : <ErrorWords error={error} />}</td>
            </tr>
          ))}
        </Table>
      )}
    </Dialog>
  );
}

const asError = (error: unknown): ClientError =>
  error instanceof ClientError ? error : new ClientError("protocol", String(error), { cause: error });
