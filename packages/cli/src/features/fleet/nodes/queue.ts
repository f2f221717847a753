import { METHODS, parseJson } from "@pilothouse/protocol";
import type { Context } from "../../../command/context.js";
import { call } from "../../../remote/call.js";
import { Complaint, EXIT } from "../../../terminal/exit.js";
import { cell } from "../../../terminal/output.js";
import { moment, timeSpanFor } from "../../../terminal/units.js";

interface Options {
  readonly expires: string;
  readonly cancel?: string;
}

/** Without a method: what waits. With one: adds a call for a node. */
export async function fleetQueue(
  context: Context,
  [node, method, params]: [string?, string?, string?],
  { expires, cancel }: Options,
): Promise<void> {
  const { queue } = await call(context, "fleet.queue", {
    ...(node !== undefined && { node }),
    ...(method !== undefined && {
      method,
      lifetime: timeSpanFor("--expires", expires, METHODS["fleet.queue"].params.lifetime.type),
    }),
    ...(params !== undefined && { params: parsed(params) }),
    ...(cancel !== undefined && { cancel }),
  });
  context.out.list(queue, "no call waits", {
    id: ({ id }) => cell(id),
    node: (one) => cell(one.node),
    call: ({ method, keys }) => cell([method, ...keys].join(" ")),
    by: ({ by }) => cell(by),
    state: ({ state }) => cell(state),
    expires: (one) => moment(one.expires),
    outcome: ({ outcome }) => cell(outcome),
  });
}

function parsed(text: string): { readonly [name: string]: unknown } {
  try {
    return parseJson(text) as { readonly [name: string]: unknown };
  } catch {
    throw new Complaint(`${JSON.stringify(text)} is not JSON; write '{"Restart":null}'`, EXIT.usage);
  }
}
