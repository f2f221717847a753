import type { Client } from "@pilothouse/client";
import type { Result } from "@pilothouse/protocol";
import { type Check, type Finding, type Findings, ok, problem, warning } from "@pilothouse/system";
import type { Examined } from "../../command/hooks.js";
import { withOperator } from "../../remote/operator-link.js";

const ANSWER_MS = 3_000;

/** Whether the fleet of the service can reach it, or what a hub has to decide. Says nothing if the service is in no fleet. */
export const fleetCheck: Check<Examined> = {
  name: "fleet",
  look: async ({ settings: { data_dir }, service }) => {
    if (service === undefined) return [];
    const status = await ask(data_dir, (client) =>
      client.own("pilothouse.membership", {}, { timeout: ANSWER_MS }),
    );
    if (status !== undefined) return checkMembership(status);
    const summary = await ask(data_dir, (client) => client.call("fleet.summary", {}, { timeout: ANSWER_MS }));
    return summary === undefined ? [] : checkHub(summary as Result<"fleet.summary">);
  },
};

export function checkHub({ states }: Pick<Result<"fleet.summary">, "states">): readonly Finding[] {
  const count = (state: string): number => states.find(({ name }) => name === state)?.nodes ?? 0;
  const [unknown, duplicate] = [count("unknown"), count("duplicate")];
  const findings: Finding[] = [];
  // A hub that was restored from a backup does not know what has changed since.
  if (unknown > 0)
    findings.push(
      warning(
        `${unknown} ${unknown === 1 ? "node has" : "nodes have"} a key of the fleet, and this hub has no record of ${unknown === 1 ? "it" : "them"}`,
        "see pilothouse fleet nodes --state unknown; adopt those you know (pilothouse fleet adopt), remove the others",
      ),
    );
  if (duplicate > 0)
    findings.push(
      problem(
        `two machines use the key of one node, so nothing is changed on it: ${duplicate === 1 ? "one node" : `${duplicate} nodes`}`,
        "see pilothouse fleet nodes --state duplicate, and decide which machine stays: pilothouse fleet keep NODE --instance ID",
      ),
    );
  return findings;
}

/** Undefined when the service does not say: it is of another version, or of another kind, or does not answer. */
const ask = <T>(dataDir: string, question: (client: Client) => Promise<T>): Promise<T | undefined> =>
  withOperator(dataDir, question).catch(() => undefined);

export function checkMembership({
  state,
  name,
  fingerprint,
  instance,
  identity,
  note,
}: Result<"pilothouse.membership">): Findings {
  switch (state) {
    case "none":
      return note === null ? [] : warning(note, "ask for a new invitation, or do nothing");
    case "waiting":
      return warning(
        `it waits as ${name} to be accepted${note === null ? "" : `: ${note}`}`,
        `at the hub: pilothouse fleet accept ${fingerprint}`,
      );
    case "connected":
      if (identity === "copy")
        return problem(note ?? "it is a copy", "join again, with a new invitation: pilothouse join TOKEN");
      if (identity === "shared")
        return problem(
          note ?? "another machine uses its key",
          `if this one is to stay, at the hub: pilothouse fleet keep ${name} --instance ${instance}; if not, join again with a new invitation`,
        );
      return note === null
        ? ok(`it belongs to one as ${name}, and is connected`)
        : problem(note, "set the clock and keep it synchronised: timedatectl set-ntp true");
    case "disconnected":
      return problem(
        note ?? "it is not connected to the bus",
        "check that the addresses can be reached from here; if the node was removed, join again with a new invitation, or leave: pilothouse leave",
      );
  }
}
