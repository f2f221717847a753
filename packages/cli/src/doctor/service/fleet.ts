import { type Client, connect } from "@pilothouse/client";
import type { Result } from "@pilothouse/protocol";
import { type Check, type Finding, ok, problem, warning } from "@pilothouse/system";
import { operatorLink } from "../../remote/operator-link.js";
import type { Situation } from "../situation.js";

const ANSWER_MS = 3_000;

/** Whether the fleet of the service can reach it. Says nothing if the service is in no fleet. */
export const fleet: Check<Situation> = {
  name: "fleet",
  look: async ({ settings: { data_dir }, service }) => {
    const status = service === undefined ? undefined : await membershipIn(data_dir);
    return status === undefined ? [] : judgeMembership(status);
  },
};

/** Undefined when the service does not say: it is of another version, or a hub, or does not answer. */
async function membershipIn(dataDir: string): Promise<Result<"pilothouse.membership"> | undefined> {
  let client: Client | undefined;
  try {
    client = connect(operatorLink(dataDir), { dialect: "svc" });
    return await client.own("pilothouse.membership", {}, { timeout: ANSWER_MS });
  } catch {
    return undefined;
  } finally {
    client?.close();
  }
}

export function judgeMembership({
  state,
  name,
  fingerprint,
  note,
}: Result<"pilothouse.membership">): readonly Finding[] {
  switch (state) {
    case "none":
      return note === null ? [] : [warning(note, "ask for a new invitation, or do nothing")];
    case "waiting":
      return [
        warning(
          `it waits as ${name} to be accepted${note === null ? "" : `: ${note}`}`,
          `at the hub: pilothouse fleet accept ${fingerprint}`,
        ),
      ];
    case "connected":
      return [
        note === null
          ? ok(`it belongs to one as ${name}, and is connected`)
          : problem(note, "set the clock and keep it synchronised: timedatectl set-ntp true"),
      ];
    case "disconnected":
      return [
        problem(
          note ?? "it is not connected to the bus",
          "check that the addresses can be reached from here; if the node was removed, join again with a new invitation, or leave: pilothouse leave",
        ),
      ];
  }
}
