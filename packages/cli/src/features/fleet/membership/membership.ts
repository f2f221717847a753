import type { Result } from "@pilothouse/protocol";
import type { Run } from "../../../command/context.js";
import type { SettingFlags } from "../../../local/flags.js";
import { call } from "../../../remote/call.js";
import { localContext } from "../../../remote/session.js";
import { harmless } from "../../../terminal/style.js";

type Status = Result<"pilothouse.membership">;

export const membership: Run<[], SettingFlags> = async (context, _args, options) => {
  const status = await call(localContext(context, options), "pilothouse.membership", {});
  context.out.result(status, () => membershipText(status));
};

/** The membership of a service in a fleet, in a few lines. */
export function membershipText({ state, name, fingerprint, addresses, instance, note }: Status): string {
  const SAYS = {
    none: "The service belongs to no fleet.",
    waiting: `The service waits as ${name} until somebody at the hub accepts it: pilothouse fleet accept ${fingerprint}`,
    connected: `The service belongs to a fleet, as ${name}, and is connected to ${addresses.join(", ")}.`,
    disconnected: `The service belongs to a fleet, as ${name}, and is not connected to it.`,
  } as const;
  return [
    SAYS[state],
    ...(instance === null ? [] : [`The hub knows this run of the service as the instance ${instance}.`]),
    ...(note === null ? [] : [harmless(note)]),
  ].join("\n");
}
