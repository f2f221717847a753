import { setTimeout as sleep } from "node:timers/promises";
import type { LogLine, Params } from "@pilothouse/protocol";
import type { Context } from "../../command/context.js";
import { call } from "../../remote/call.js";
import { withClient } from "../../remote/session.js";
import { asTemporary } from "../../remote/wait.js";
import { EXIT } from "../../terminal/exit.js";
import { harmless } from "../../terminal/style.js";
import { moment } from "../../terminal/units.js";

const LOOK_EVERY_MS = 1_000;
const MOST_AT_ONCE = 1_000;

type Asked = Omit<Params<"pilothouse.logs">, "after">;

/** A log of a local or remote service, as the service returns it: without secrets. */
export async function remoteLogs(context: Context, asked: Asked, follow: boolean): Promise<void> {
  const { out } = context;
  const print = ({ at, level, text }: LogLine) => {
    const line = harmless(text.replaceAll("\t", "    "));
    const words = at === null ? line : `${moment(at)}  ${(level ?? "").padEnd(5)}  ${line}`;
    out.line(words, { at, level, line: text });
  };
  await withClient(context, async (connection) => {
    const ask = (params: Params<"pilothouse.logs">) =>
      call(connection, "pilothouse.logs", params, { what: "logs" });
    let answer = await ask(asked);
    if (!answer.available && !follow) {
      if (out.json) out.result({ file: null, why: answer.why }, () => "");
      else out.note(harmless(answer.why ?? ""));
      return;
    }
    for (const line of answer.lines) print(line);
    const { signal } = connection;
    if (!follow) return;
    while (!signal.aborted) {
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted) break;
      const { next } = answer;
      const more = await ask({ ...asked, after: next, limit: MOST_AT_ONCE }).catch((error: unknown) => {
        if (!signal.aborted) asTemporary(error);
        return undefined;
      });
      if (more === undefined) continue;
      answer = more;
      if (more.missed) out.note("(lines are missing here)");
      for (const line of more.lines) print(line);
    }
    process.exitCode = EXIT.interrupted;
  });
}
