import { createHmac, randomBytes } from "node:crypto";
import {
  badKey,
  isReserved,
  type Params,
  type Result,
  RpcError,
  reason,
  SETTING_PARTS,
  type SettingDifference,
  type SettingPart,
} from "@pilothouse/protocol";
import { changesBetween } from "../../audit/changes.js";
import { shownDestination } from "../../audit/recorded-names.js";
import { outOfScope } from "../../auth/sessions/require-scope.js";
import type { Handlers } from "../../rpc/answer.js";
import type { Call } from "../../rpc/call.js";
import { asInvalidParams } from "../../rpc/settings-access.js";
import type { RouterQueue } from "../sampling/router-queue.js";
import type { ChangeLog, Reading, StoredChange } from "./change-log.js";
import {
  essentialConflicts,
  essentialDifferences,
  nameOnWire,
  shownConflicts,
  shownDifferences,
  shownValue,
  together,
  type UndoPlan,
} from "./differences.js";
import type { RecordedSettings } from "./recorded-settings.js";

interface Needs {
  readonly settings: RecordedSettings;
  readonly changes: ChangeLog;
  readonly routerQueue: RouterQueue;
}

type Asked = Params<"pilothouse.changes">;
type Outcome = Omit<Result<"pilothouse.changes">, "changes">;

const NOTHING: Outcome = { differences: [], conflicts: [], saved: false, restartNeeded: false };

/** The record of settings, and the way back. */
export const changesHandlers = (needs: Needs): Pick<Handlers, "pilothouse.changes"> => ({
  async "pilothouse.changes"(asked, call) {
    requireOneQuestion(asked);
    const outcome = await answerTo(needs, asked, call);
    const { part, before, limit = 100 } = asked;
    const { turn } = call;
    const found = await needs.changes.read(limit, { before, part, turn });
    return { changes: await shownInTurns(found, turn), ...outcome };
  },
});

function requireOneQuestion({ from, to, undo, goTo, preview, plan, force }: Asked): void {
  const goesBack = undo !== undefined || goTo !== undefined;
  if ([from, undo, goTo].filter((one) => one !== undefined).length > 1)
    throw new RpcError("invalidParams", "from, undo and goTo exclude each other: give one of them");
  if (to !== undefined && from === undefined) throw badKey("to", "wants from as well");
  if (preview !== undefined && !goesBack) throw badKey("preview", "wants undo or goTo as well");
  if (plan !== undefined && !goesBack) throw badKey("plan", "wants undo or goTo as well");
  if (force !== undefined && !goesBack) throw badKey("force", "wants undo or goTo as well");
}

async function answerTo(needs: Needs, asked: Asked, call: Call): Promise<Outcome> {
  const { part, from, to, undo, goTo } = asked;
  if (from !== undefined) {
    const { turn } = call;
    return { ...NOTHING, differences: await compared(needs.changes, from, to, { part, turn }) };
  }
  if (undo !== undefined) {
    const change = await storedChange(needs.changes, "undo", undo);
    if (part !== undefined && part !== change.part)
      throw badKey(
        "undo",
        `is the id of a change of ${isFurther(change.part) ? change.part : `the ${change.part} settings`}`,
      );
    return undoAll(needs, change.part, [change], asked, call);
  }
  if (goTo === undefined) return NOTHING;
  if (part === undefined) throw badKey("goTo", `wants part as well: ${SETTING_PARTS.join(" or ")}`);
  if (goTo > 0) await storedChange(needs.changes, "goTo", goTo);
  const { turn } = call;
  const later = await needs.changes.between(goTo, Number.MAX_SAFE_INTEGER, { part, turn });
  return undoAll(needs, part, later, asked, call);
}

const isFurther = (part: SettingPart): boolean => part !== "network" && part !== "advanced";

async function storedChange(changes: ChangeLog, key: string, id: number): Promise<StoredChange> {
  const found = await changes.get(id);
  if (found === undefined) throw badKey(key, reason("change.gone", { id }));
  return found;
}

/** Parts apart: they have names of their own. */
async function compared(changes: ChangeLog, from: number, to: number | undefined, reading: Reading) {
  for (const [key, id] of [
    ["from", from],
    ["to", to ?? 0],
  ] as const)
    if (id > 0) await storedChange(changes, key, id);
  const [first, last] = [
    Math.min(from, to ?? from),
    to === undefined ? Number.MAX_SAFE_INTEGER : Math.max(from, to),
  ];
  const found = await changes.between(first, last, reading);
  const isBackward = to !== undefined && to < from;
  return SETTING_PARTS.flatMap((part) =>
    shownDifferences(
      part,
      together(found.filter((change) => change.part === part)).map(({ name, old, new: now }) =>
        isBackward ? { name, old: now, new: old } : { name, old, new: now },
      ),
    ),
  );
}

async function undoAll(
  { settings, routerQueue }: Needs,
  part: SettingPart,
  changes: readonly StoredChange[],
  { preview = false, plan: shown, force = false }: Asked,
  call: Call,
): Promise<Outcome> {
  const { turn } = call;
  if (preview) {
    call.changesNothing();
    return routerQueue.wait(async () => {
      const plan = await settings.undoPlan({ part, changes, turn });
      const interruptsForMs = (await settings.interrupts(part, plan)) ?? null;
      return { ...NOTHING, ...shownPlan(part, plan), interruptsForMs };
    });
  }
  // Tunnels and some names are changed by a restart of the router, and put back by another.
  const inQueue = (work: () => Promise<Outcome>) =>
    isFurther(part) ? routerQueue.stay(work) : routerQueue.wait(work);
  return inQueue(() =>
    call.audited("settings undone", async (changed, entry) => {
      const check = (plan: UndoPlan) => {
        requireScope(part, plan, call);
        if (shown !== undefined) requireShown(part, plan, shown);
        else if (!force) requireNoConflict(part, plan);
      };
      const { actor, sessionSignal } = call;
      const alongside = (plan: UndoPlan) => [entry(detailsOf(part, plan))];
      const plan = await asInvalidParams(
        settings.undo({ part, changes, actor, sessionSignal, turn, check, alongside }),
      );
      changed(detailsOf(part, plan));
      const { differences } = plan;
      const { restartNeeded } = await settings.network();
      return {
        ...NOTHING,
        differences: shownDifferences(part, differences),
        saved: differences.length > 0,
        restartNeeded,
      };
    }),
  );
}

/** What the audit shows of an undo. */
function detailsOf(part: SettingPart, { differences }: UndoPlan) {
  const audited = (value: string | null) => (part === "names" ? shownDestination(value) : value);
  const named = (value: (one: SettingDifference) => string | null) =>
    new Map(essentialDifferences(part, differences).map((one) => [nameOnWire(part, one.name), value(one)]));
  return changesBetween(
    named((one) => audited(one.old)),
    named((one) => audited(one.new)),
  );
}

const shownPlan = (part: SettingPart, { differences, conflicts }: UndoPlan) => ({
  differences: shownDifferences(part, differences),
  conflicts: shownConflicts(part, conflicts),
  plan: differences.map((one) => markOf(part, one)).join(PLAN_GAP),
});

function requireScope(part: SettingPart, { differences }: UndoPlan, call: Call): void {
  // A destination looks like a key, and is public.
  if (part === "names") return;
  const reserved = differences.find(({ name, old, new: now }) =>
    [old, now].some((value) => value !== null && isReserved(name, value)),
  );
  if (reserved === undefined || call.scope === "all") return;
  const what = nameOnWire(part, reserved.name);
  throw outOfScope(`to put ${what} back`, "all", `this token has ${call.scope}`);
}

/** Nobody but this process can tell the values from the marks, some of which are secret. */
const PLAN_KEY = randomBytes(32);
const PLAN_GAP = ".";

/** Stands for a difference in a plan: the same only for the same setting and the same values. */
const markOf = (part: SettingPart, { name, old, new: now }: SettingDifference): string =>
  createHmac("sha256", PLAN_KEY)
    .update(JSON.stringify([part, name, old, now]))
    .digest("base64url")
    .slice(0, 16);

/** What is no longer different may be missing: somebody else has put it back. */
function requireShown(part: SettingPart, { differences }: UndoPlan, plan: string): void {
  const shown = new Set(plan.split(PLAN_GAP));
  const other = essentialDifferences(part, differences).find((one) => !shown.has(markOf(part, one)));
  if (other === undefined) return;
  const { name, old, new: now } = other;
  throw badKey(
    "plan",
    reason("change.notShown", {
      name: nameOnWire(part, name),
      old: shownText(part, name, old),
      new: shownText(part, name, now),
    }),
  );
}

const shownText = (part: SettingPart, name: string, value: string | null): string =>
  value === null ? "unset" : JSON.stringify(shownValue(part, name, value));

function requireNoConflict(part: SettingPart, { conflicts }: UndoPlan): void {
  const [first] = essentialConflicts(part, conflicts);
  if (first === undefined) return;
  const { name, wanted, now, change } = first;
  throw badKey(
    nameOnWire(part, name),
    reason("change.conflict", {
      by: change === null ? "without a record" : `by change ${change}`,
      wanted: shownText(part, name, wanted),
      now: shownText(part, name, now),
    }),
  );
}

/** How many differences are searched for secrets before others have their turn. */
const PIECE = 1_000;

async function shownInTurns(found: readonly StoredChange[], turn: () => Promise<unknown>) {
  const shown: ReturnType<typeof shownChange>[] = [];
  let sinceOthers = 0;
  for (const change of found) {
    sinceOthers += change.differences.length;
    if (sinceOthers > PIECE) {
      await turn();
      sinceOthers = 0;
    }
    shown.push(shownChange(change));
  }
  return shown;
}

const shownChange = ({ id, at, actor, part, undoes, differences }: StoredChange) => ({
  id,
  at,
  address: actor.address,
  session: actor.session ?? null,
  name: actor.name ?? null,
  part,
  undoes,
  differences: shownDifferences(part, differences),
});
