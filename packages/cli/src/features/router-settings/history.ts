import type { Params, Result, SettingChange, SettingDifference, SettingPart } from "@pilothouse/protocol";
import type { Context, Run } from "../../command/context.js";
import { call } from "../../remote/call.js";
import { type Connection, withClient } from "../../remote/session.js";
import { Complaint, EXIT } from "../../terminal/exit.js";
import { cell } from "../../terminal/output.js";
import { harmless } from "../../terminal/style.js";
import { integerOf, integersOf, moment } from "../../terminal/units.js";
import { RESTART_HINT } from "./advanced.js";

interface HistoryOptions {
  readonly limit?: string;
  readonly before?: string;
  readonly compare?: string;
}

interface UndoOptions {
  readonly to?: string;
  readonly force?: true;
  readonly dryRun?: true;
}

type Asked = Params<"pilothouse.changes">;

const NETWORK = "svc.router.net.";
const MOST = 500;
/** To put tunnels back, a router may be restarted twice. */
const LONGEST_MS = 180_000;

/** What changed in the settings of the router, by whom and when. An extension: other servers keep no record. */
export const historyOf =
  (part: SettingPart): Run<[], HistoryOptions> =>
  async (context, _args, options) => {
    const { out } = context;
    const points = options.compare === undefined ? {} : pointsOf(options.compare);
    const { limit, before } = options;
    const asked = { part, ...integersOf({ limit, before }), ...points };
    const result = await withClient(context, (connection) => changes(connection, asked));
    if (options.compare !== undefined)
      return out.result(result.differences, () => differenceText(context, result.differences));
    const head = ["id", "at", "from", "session", "undoes", "changes"];
    out.result(result.changes, () => out.table(result.changes.map(row), head, "nothing is recorded"));
  };

/** Puts settings back: of one change, or of all after one. Shows what that comes to, and asks. */
export const undoOf =
  (part: SettingPart): Run<[string | undefined], UndoOptions> =>
  async (context, [typed], { to, force, dryRun }) => {
    const { out, ask } = context;
    if (typed !== undefined && to !== undefined)
      throw new Complaint("one change, or all after one: give an id or --to, not both", EXIT.usage);
    await withClient(context, async (connection) => {
      const what: Asked =
        to === undefined
          ? {
              undo: typed === undefined ? await newestOf(connection, part) : integerOf("the id", typed),
              part,
            }
          : { goTo: integerOf("--to", to), part };
      const { differences, conflicts, plan, interruptsForMs } = await changes(connection, {
        ...what,
        preview: true,
        limit: 1,
      });
      if (!out.json) out.note(differenceText(context, differences));
      if (conflicts.length > 0 && !force) throw new Complaint(conflictText(conflicts));
      if (interruptsForMs && !out.json)
        out.note(`The router is interrupted for about ${Math.ceil(interruptsForMs / 1_000)} s.`);
      if (dryRun || differences.length === 0) {
        if (out.json) out.result({ differences, saved: false, restartNeeded: false }, () => "");
        return out.note(dryRun ? "Nothing was written (--dry-run)." : "Nothing is to be undone.");
      }
      await ask.agree(
        to === undefined ? `Undo change ${what.undo}?` : `Go back to the state after change ${what.goTo}?`,
      );
      // What was shown, and nothing else. An older service gives no plan.
      const shown = plan === undefined ? force && { force } : { plan };
      const done = await changes(connection, { ...what, ...shown, limit: 1 });
      const id = done.changes[0]?.id;
      if (out.json)
        out.result(
          { differences: done.differences, saved: done.saved, restartNeeded: done.restartNeeded },
          () => "",
        );
      out.note(`Done, as change ${id}.`);
      if (done.restartNeeded) out.note(RESTART_HINT);
    });
  };

/** The newest change that is not undone, and that is not an undoing itself: one after the other leads further back. */
async function newestOf(connection: Connection, part: SettingPart): Promise<number> {
  const undone = new Set<number>();
  for (let before: number | undefined; ; ) {
    const asked = { part, limit: MOST, ...(before !== undefined && { before }) };
    const { changes: page } = await changes(connection, asked);
    for (const { id, undoes } of page) {
      before = id;
      if (undone.has(id)) continue;
      for (const one of undoes) undone.add(one);
      if (undoes.length === 0) return id;
    }
    if (page.length === 0) throw new Complaint("there is no change to undo");
  }
}

const changes = (connection: Connection, params: Asked): Promise<Result<"pilothouse.changes">> =>
  call(connection, "pilothouse.changes", params, { what: "record of settings", timeout: LONGEST_MS });

/** `3..7`, or `3` for from there to now. */
function pointsOf(text: string): Pick<Asked, "from" | "to"> {
  const [, from, , to] = /^(\d{1,15})(\.\.(\d{1,15}))?$/.exec(text) ?? [];
  if (from === undefined)
    throw new Complaint(`--compare wants two ids as 3..7, or one, got ${text}`, EXIT.usage);
  return { from: Number(from), ...(to !== undefined && { to: Number(to) }) };
}

/** A name as the other commands take it. */
const shortName = (name: string): string => (name.startsWith(NETWORK) ? name.slice(NETWORK.length) : name);
const shownValue = (value: string | null): string => (value === null ? "unset" : harmless(value));

function row({ id, at, address, name, undoes, differences }: SettingChange): string[] {
  const answer = differences.map(
    (one) => `${shortName(one.name)}: ${one.old ?? "unset"} → ${one.new ?? "unset"}`,
  );
  return [String(id), moment(at), ...[address, name, undoes.join(", "), answer.join(", ")].map(cell)];
}

function differenceText({ out }: Context, differences: readonly SettingDifference[]): string {
  if (differences.length === 0) return "Nothing differs.";
  return out.table(
    differences.map(({ name, old, new: now }) => [
      cell(shortName(name)),
      shownValue(old),
      "→",
      out.paint("green", shownValue(now)),
    ]),
  );
}

function conflictText(conflicts: Result<"pilothouse.changes">["conflicts"]): string {
  const answer = conflicts.map(
    ({ name, change }) =>
      `${shortName(harmless(name))} (${change === null ? "not by a change on record" : `by change ${change}`})`,
  );
  return `changed again since: ${answer.join(", ")}. Nothing was changed; --force undoes that too`;
}
