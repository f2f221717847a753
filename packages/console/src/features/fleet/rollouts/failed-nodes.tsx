import { nodeAddress } from "../../../page-names.js";
import { Failure } from "../../../parts/notice.js";
import { Table } from "../../../parts/table.js";
import { useAppState, useLoaded } from "../../../state/hooks.js";
import type { FleetPageProps } from "../with-fleet-texts.js";

interface FailedProps {
  readonly id: string;
  /** How many there are; a change reloads them. */
  readonly failed: number;
  readonly words: FleetPageProps["words"]["rollouts"];
}

/** The nodes that failed, with the hub's error messages. */
export function FailedNodes({ id, failed, words }: FailedProps) {
  const { session } = useAppState();
  const { value, error, reload } = useLoaded(
    () => session.call("fleet.rollouts", { id, outcome: "failed" }),
    [session, id, failed],
  );
  return (
    <>
      <Failure error={error} retry={reload} />
      {value && (
        <Table caption={words.failedNodes} columns={[words.node, words.reason]}>
          {value.nodes.map(({ id: node, name, reason }) => (
            <tr key={node}>
              <th scope="row">{name === null ? node : <a href={nodeAddress(name, "overview")}>{name}</a>}</th>
              <td lang="en">{reason ?? "–"}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
