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
  const { out } = context;
  out.result(queue, () =>
    out.table(
      queue.map((one) => [
        ...[cell(one.id), cell(one.node), cell(one.method), cell(one.by), cell(one.state)],
        ...[moment(one.expires), cell(one.outcome)],
      ]),
      ["id", "node", "method", "by", "state", "expires", "outcome"],
      "no call waits",
    ),
  );
}

function parsed(text: string): { readonly [name: string]: unknown } {
  try {
    return parseJson(text) as { readonly [name: string]: unknown };
  } catch {
    throw new Complaint(`${JSON.stringify(text)} is not JSON; write '{"Restart":null}'`, EXIT.usage);
  }
}
