import type { Params, Result } from "@pilothouse/protocol";
import type { Context } from "../../command/context.js";
import { call } from "../../remote/call.js";
import { type Connection, withClient } from "../../remote/session.js";
import { Complaint } from "../../terminal/exit.js";
import { cell } from "../../terminal/output.js";
import { readInput } from "../../terminal/questions.js";
import { integersOf } from "../../terminal/units.js";

/** The router may be restarted. */
const CHANGE_MS = 180_000;
const PAGE = 1_000;

const ask = (
  where: Context | Connection,
  params: Params<"pilothouse.names">,
): Promise<Result<"pilothouse.names">> =>
  call(where, "pilothouse.names", params, { what: "address book", timeout: CHANGE_MS });

export async function namesList(
  context: Context,
  [search]: [string | undefined],
  { limit, after }: { readonly limit?: string; readonly after?: string },
): Promise<void> {
  const { names, total } = await ask(context, {
    ...(search !== undefined && { search }),
    ...(after !== undefined && { after }),
    ...integersOf({ limit }),
  });
  const { out } = context;
  out.result({ names, total }, () =>
    out.table(
      names.map(({ name, address }) => [cell(name), cell(address)]),
      ["name", "address"],
      "there are no such names",
    ),
  );
  const last = names.at(-1);
  if (!out.json && last !== undefined && names.length < total)
    out.note(`${names.length} of ${total}. Go on with --after ${cell(last.name)}.`);
}

export async function namesLookup(context: Context, [name]: [string]): Promise<void> {
  const { found } = await ask(context, { lookup: name, limit: 0 });
  if (found === null) throw new Complaint(`the router does not know ${name}`);
  context.out.result({ name, ...found }, () => `${cell(found.address)}\n${cell(found.destination)}`);
}

export async function namesAdd(
  context: Context,
  [name, typed]: [string, string],
  { dryRun }: { readonly dryRun?: true },
): Promise<void> {
  const destination = (typed === "-" ? readInput("-") : typed).trim();
  const params = { add: { name, destination } };
  const done = await change(context, "add", `Add ${name}?`, dryRun, params);
  if (done !== undefined) context.out.result({ added: name }, () => `${cell(name)} is added.`);
}

export async function namesRemove(
  context: Context,
  [names]: [readonly string[]],
  { dryRun }: { readonly dryRun?: true },
): Promise<void> {
  if (!(await isAnyThere(context, names)))
    return context.out.result({ removed: [] }, () => "None of them is there.");
  const done = await change(context, "remove", `Remove ${names.join(", ")}?`, dryRun, { remove: names });
  if (done === undefined) return;
  const removed = done.removed.map(({ name }) => name);
  context.out.result({ removed }, () =>
    removed.length === 0 ? "None of them was there." : `Removed: ${removed.map(cell).join(", ")}.`,
  );
}

/** For what is not there nothing is interrupted. */
async function isAnyThere(context: Context, names: readonly string[]): Promise<boolean> {
  for (const name of names) {
    const found = await ask(context, { search: name, limit: PAGE });
    if (found.total > PAGE || found.names.some((one) => one.name === name)) return true;
  }
  return false;
}

export async function namesSubscriptions(
  context: Context,
  [urls]: [readonly string[]],
  { dryRun }: { readonly dryRun?: true },
): Promise<void> {
  const params = { subscribe: urls };
  const done =
    urls.length === 0
      ? await ask(context, { limit: 0 })
      : await change(context, "subscribe", "Replace all subscriptions?", dryRun, params);
  if (done !== undefined)
    context.out.result(
      done.subscriptions,
      () => done.subscriptions.map(cell).join("\n") || "There are none.",
    );
}

/** Says what it interrupts, and asks; to add a name, only then. Undefined: it was not to be done. */
function change(
  context: Context,
  what: "add" | "remove" | "subscribe",
  question: string,
  dryRun: true | undefined,
  params: Params<"pilothouse.names">,
): Promise<Result<"pilothouse.names"> | undefined> {
  const { out, ask: questions } = context;
  return withClient(context, async (connection) => {
    const { interruptsForMs, ...now } = await ask(connection, { limit: 0 });
    const ms = interruptsForMs[what];
    if (ms !== null && !out.json) out.note(`The router is interrupted for about ${Math.ceil(ms / 1_000)} s.`);
    if (dryRun) {
      out.result(
        { subscriptions: now.subscriptions, saved: false },
        () => "Nothing was changed (--dry-run).",
      );
      return undefined;
    }
    if (what !== "add" || ms !== null) await questions.agree(question);
    return ask(connection, { ...params, limit: 0 });
  });
}
