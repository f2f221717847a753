import {
  Explained,
  type NetworkView,
  type NetworkWritten,
  type Router,
  SettingRefused,
  TunnelsRolledBack,
} from "@pilothouse/drivers/port";
import { badKey, type Reason, RpcError, reason, reasonAs, type WritableKey } from "@pilothouse/protocol";
import type { Actor } from "../../audit/audit.js";
import type { SettingsWritten } from "../../audit/network-details.js";
import type { Grants } from "../../auth/grants.js";
import type { Kernel } from "../../feature.js";
import type { Sqlite } from "../../store/sqlite.js";
import type { Alongside } from "../../store/store.js";
import type { Snapshot } from "../../telemetry/snapshot.js";
import type { GracefulOrder } from "../acting/graceful-order.js";
import type { RecordedSettings, Writes } from "../router-settings/recorded-settings.js";
import {
  type AppliedSettings,
  type ApplyOptions,
  type ApplyRequest,
  changesOf,
  checksumOf,
  differences,
  NOTHING_APPLIED,
  type Pending,
  putRemembered,
  type Remembered,
  remembered,
  type Settling,
  saidOf,
  without,
} from "./applied.js";
import { checkRouter, needsNoRestart } from "./check-router.js";
import { type TemplateTunnels, withTunnels } from "./template-tunnels.js";

const LOOK_MS = 1_000;
/** A graceful restart waits for tunnels, which live ten minutes. */
const DRAIN_MS = 11 * 60_000;
const DEADLINE_MS = 10 * 60_000;

/** What was changed, and what is still to be done once the caller is answered. */
interface Written extends SettingsWritten {
  /** Not permitted any more, the router is not restarted, and the old settings come back. */
  readonly settle?: (permitted: boolean) => void;
}

type Network = NetworkView["values"];

interface Options extends Pick<Kernel, "store" | "clock" | "log"> {
  readonly router: Pick<Router, "lifecycle">;
  readonly settings: Pick<RecordedSettings, "network" | "all" | "inOneTurn">;
  readonly tunnels: TemplateTunnels;
  /** Network settings with the limits that the traffic budget has lowered as they are without it. */
  readonly withOwnLimits: (values: Network) => Network;
  readonly snapshot: () => Snapshot | Promise<Snapshot>;
  readonly grants: Pick<Grants, "ended">;
  /** Cancels a graceful wait when its grant has ended. */
  readonly order: Pick<GracefulOrder, "replace">;
}

/**
 * Applies settings of a template all or nothing, follows the router until it is healthy again, and puts the old
 * settings back if it is not. What is under way is kept in the store first and taken up again after a crash.
 */
export class Applier {
  readonly #parts: Options;
  #remembered: Remembered;
  #timer: NodeJS.Timeout | undefined;
  #writing = false;
  #closed = false;

  constructor(parts: Options) {
    this.#parts = parts;
    this.#remembered = remembered(parts.store) ?? NOTHING_APPLIED;
  }

  /** Takes up what the end of the service has interrupted. */
  start(): void {
    if (this.#remembered.pending !== undefined) this.#follow();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async status() {
    const { state, at, reason, coded = null, last } = this.#remembered;
    const found = await this.#found(last);
    return {
      state,
      at,
      reason,
      coded,
      applied: last?.checksum ?? null,
      settings: checksumOf(found.advanced),
      differences: last === null ? [] : differences(last, found),
    };
  }

  /** The audit names the caller for the changes, and also for undoing them. */
  async apply(
    request: ApplyRequest,
    actor: Actor,
    sessionSignal: AbortSignal,
    options: ApplyOptions = {},
  ): Promise<Written> {
    if (this.#writing || this.#remembered.pending !== undefined)
      throw new RpcError("refused", reason("apply.busy"));
    this.#writing = true;
    try {
      return await this.#write(request, actor, sessionSignal, options);
    } finally {
      this.#writing = false;
    }
  }

  async #write(
    request: ApplyRequest,
    actor: Actor,
    sessionSignal: AbortSignal,
    { check, alongside, failed }: ApplyOptions,
  ): Promise<Written> {
    const { settings, tunnels, clock } = this.#parts;
    const { network, advanced, grant, restart = "graceful" } = request;
    const { drain = DRAIN_MS, deadline = DEADLINE_MS } = request;
    const ofTunnels = request.tunnels ?? new Map<string, string>();
    const plain = { checksum: request.checksum, network: [...network], advanced: [...advanced] };
    const wanted = ofTunnels.size === 0 ? plain : { ...plain, tunnels: [...ofTunnels] };
    const { starts = 0, facts } = await this.#parts.snapshot();
    // In one turn, so that nobody changes what was checked, and nothing else is lost if it is put back.
    const { settling, restartNeeded, ...written } = await settings.inOneTurn(async (writes) => {
      const before = await settings.all();
      check?.(before);
      const planned = await tunnels.plan(ofTunnels);
      const tunnelChanges = planned.changes;
      if (restart === "never" && planned.restarts)
        throw badKey("restart", "is never, and the router has to be restarted for a change of tunnels");
      const writing = { ...wanted, tunnelChanges, actor, step: "writing", before: [...before] } as const;
      await this.#remember(this.#waiting(writing));
      let since: number;
      let ofNetwork: NetworkWritten | undefined;
      try {
        const toWrite = await this.#toWrite(network);
        if (toWrite.size > 0) ofNetwork = await writes.writeNetwork(toWrite, actor, sessionSignal);
        if (advanced.size > 0) await writes.writeAll({ set: advanced }, actor, sessionSignal);
        await this.#requireTaken(plain);
        since = clock.now();
        // The last, so that a refused setting costs no restart, and this restart is that of the settings too.
        if (tunnelChanges.length > 0) {
          await tunnels.write(writes, planned, actor, sessionSignal);
          await this.#requireTaken(wanted);
        }
      } catch (error) {
        await this.#putBack(writes, writing, whyOf(error as Error), failed?.(error));
        // It was restarted with the new settings.
        if (error instanceof TunnelsRolledBack && (await settings.network()).restartNeeded)
          await this.#restart("Restart");
        throw error;
      }
      const after = await settings.all();
      const { restartNeeded } = await settings.network();
      const needsNone = restart === "never" || !(restartNeeded || planned.restarts);
      const settling: Settling | undefined = needsNone
        ? undefined
        : {
            ...wanted,
            actor,
            grant,
            step: "settling",
            tunnelChanges,
            changes: changesOf(before, after),
            starts,
            netStatus: facts["router.net.status"] ?? null,
            since,
            deadlineMs: deadline,
            drainMs: restart === "graceful" && restartNeeded ? drain : 0,
          };
      const next = settling === undefined ? this.#applied(wanted) : this.#waiting(settling);
      const shown = {
        before: withTunnels(before, tunnelChanges, "old"),
        after: withTunnels(after, tunnelChanges, "new"),
        network: ofNetwork,
      };
      await this.#remember(next, writes, alongside?.(shown));
      return { ...shown, settling, restartNeeded };
    });
    if (settling === undefined) return written;
    const action = restart === "graceful" ? "RestartGraceful" : "Restart";
    const act = async (permitted: boolean) => {
      if (!permitted) return void (await this.#takeBack(settling, reason("apply.revoked")));
      if (!restartNeeded) return;
      const notDone = await this.#parts.order.replace(action, grant);
      if (!(await this.#restart(action))) notDone();
    };
    const notRestarted = (error: unknown) =>
      this.#parts.log.error({ err: error }, "the router could not be restarted for its new settings");
    return {
      ...written,
      settle: (permitted) =>
        void act(permitted)
          .catch(notRestarted)
          .finally(() => this.#follow()),
    };
  }

  /** A limit that is as wanted but for the traffic budget stays lowered. */
  async #toWrite(network: ApplyRequest["network"]): Promise<ApplyRequest["network"]> {
    const { values } = await this.#parts.settings.network();
    const own = this.#parts.withOwnLimits(values);
    const isLowered = (key: WritableKey) => own.get(key) !== values.get(key);
    return new Map([...network].filter(([key, value]) => !isLowered(key) || own.get(key) !== value));
  }

  /** A router may round a value, or keep two settings as one: then it would never be as the template wants it. */
  async #requireTaken(wanted: AppliedSettings): Promise<void> {
    const [first] = differences(wanted, await this.#found(wanted));
    if (first === undefined) return;
    const { name, wanted: value, found } = first;
    if (value === null) throw new SettingRefused(reason("apply.secretLost", { name }), { key: name });
    const now = reasonAs("now", found === null ? reason("apply.unset") : JSON.stringify(found));
    throw new SettingRefused(reason("apply.notTogether", { name, wanted: JSON.stringify(value), ...now }), {
      key: name,
    });
  }

  /**
   * A limit that the traffic budget has lowered is as it was set, or as it is if that is wanted. Tunnels only where they
   * are asked for: not every router has them.
   */
  async #found(wanted: Pick<AppliedSettings, "network" | "tunnels"> | null) {
    const { settings, tunnels, withOwnLimits } = this.#parts;
    const [{ values }, advanced] = await Promise.all([settings.network(), settings.all()]);
    const asWanted = (wanted?.network ?? []).filter(
      ([key, value]) => values.get(key as WritableKey) === value,
    );
    const network = new Map<string, string | null>([...withOwnLimits(values), ...asWanted]);
    const ofTunnels = wanted?.tunnels === undefined ? new Map<string, string>() : await tunnels.values();
    return { network, advanced, tunnels: ofTunnels };
  }

  /** Looks every second until the router is healthy, or its time is over. */
  #follow(): void {
    if (this.#closed || this.#remembered.pending === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.look()
        .catch((error: unknown) =>
          this.#parts.log.warn({ err: error }, "applied settings could not be judged"),
        )
        .finally(() => {
          if (this.#remembered.pending !== undefined) this.#follow();
        });
    }, LOOK_MS).unref();
  }

  /** One look at the router whose settings were changed. */
  async look(): Promise<void> {
    const { pending } = this.#remembered;
    if (pending === undefined || this.#writing) return;
    if (pending.step === "writing") await this.#takeBack(pending, reason("apply.interrupted"));
    else await this.#checkRouter(pending);
  }

  async #checkRouter(pending: Settling): Promise<void> {
    const { snapshot, clock, grants } = this.#parts;
    const seen = await snapshot();
    const isLeftAlone = needsNoRestart(pending, seen, clock.now());
    const ended = pending.grant && grants.ended(pending.grant);
    // What has begun is finished, but a wait leaves the router as it was.
    if (ended !== undefined && isLeftAlone) return void (await this.#takeBack(pending, ended));
    const seenAs = checkRouter(pending, seen, clock.now());
    if (seenAs === "drained") await this.#restart("Restart");
    if (seenAs === "drained" || seenAs === "wait") return;
    const [changed] = differences(pending, await this.#found(pending));
    if (seenAs === "healthy" && changed === undefined) await this.#remember(this.#applied(pending));
    else if (seenAs === "healthy")
      await this.#takeBack(pending, seen.note ?? reason("apply.differs", { name: changed?.name ?? "?" }));
    else {
      const restarted = await this.#takeBack(pending, seenAs.failed);
      if (!isLeftAlone && !restarted) await this.#restart("Restart");
    }
  }

  #waiting(pending: Pending): Remembered {
    const at = this.#parts.clock.now();
    return { ...this.#remembered, state: "pending", at, reason: null, coded: null, pending };
  }

  #applied({ checksum, network, advanced, tunnels }: AppliedSettings): Remembered {
    const last = { checksum, network, advanced, ...(tunnels && { tunnels }) };
    return { state: "applied", at: this.#parts.clock.now(), reason: null, coded: null, last };
  }

  /** Resolves with whether the router was restarted for it. */
  #takeBack(pending: Pending, why: Reason | string): Promise<boolean> {
    return this.#parts.settings.inOneTurn((writes) => this.#putBack(writes, pending, why));
  }

  async #putBack(
    writes: Writes,
    pending: Pending,
    cause: Reason | string,
    alongside?: readonly Alongside[],
  ): Promise<boolean> {
    const { settings, tunnels, clock, log } = this.#parts;
    const now = await settings.all();
    const old = pending.step === "writing" ? new Map(pending.before) : without(pending.changes, now);
    if (changesOf(old, now).length > 0) await writes.writeAll({ replace: old }, pending.actor);
    const { last } = this.#remembered;
    // A router that does not come up cannot show that its old tunnels work: then those of the template stay.
    let why = cause;
    const restarted = await tunnels
      .putBack(writes, pending.tunnelChanges ?? [], pending.actor)
      .catch((error: Error) => {
        why = reason("apply.tunnelsLeft", { ...reasonAs("why", cause), ...reasonAs("cause", whyOf(error)) });
        return false;
      });
    const said = saidOf(why);
    await this.#remember({ state: "reverted", at: clock.now(), ...said, last }, writes, alongside);
    log.warn({ reason: said.reason }, "settings were not kept, and the old ones are back");
    return restarted;
  }

  /** Whether the router takes it. */
  async #restart(action: "Restart" | "RestartGraceful"): Promise<boolean> {
    const { router, log } = this.#parts;
    try {
      await router.lifecycle(action);
      return true;
    } catch (error) {
      log.error({ err: error, action }, "the router did not take the action");
      return false;
    }
  }

  /** With `writes`, in the same commit as the record of what was written. */
  async #remember(next: Remembered, writes?: Writes, alongside?: readonly Alongside[]): Promise<void> {
    const save = (db: Sqlite) => putRemembered(db, next);
    await (writes === undefined ? this.#parts.store.write(save) : writes.commit(save, alongside));
    this.#remembered = next;
  }
}

/** Why something failed, with its code where it has one. */
const whyOf = (error: Error): Reason | string => (error instanceof Explained && error.why) || error.message;
