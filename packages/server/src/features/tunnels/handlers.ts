import { createHmac, randomBytes } from "node:crypto";
import { type Tunnel, type TunnelChange, type TunnelPlan, TunnelsRolledBack } from "@pilothouse/drivers/port";
import { badKey, codedTextOf, type Params, type Result, reason, textOfReason } from "@pilothouse/protocol";
import { changesBetween } from "../../audit/changes.js";
import type { Auth } from "../../auth/auth.js";
import type { Handlers } from "../../rpc/answer.js";
import type { Call } from "../../rpc/call.js";
import { asInvalidParams } from "../../rpc/settings-access.js";
import type { RouterQueue } from "../sampling/router-queue.js";
import type { Sampler } from "../sampling/sampler.js";
import { changeOf, managerChanges, nameIn } from "./asked-changes.js";
import { isOpen } from "./harm.js";
import type { ManagedTunnels } from "./managed-tunnels.js";
import { valuesOf } from "./tunnel-values.js";

interface Needs {
  readonly managed: ManagedTunnels;
  readonly routerQueue: RouterQueue;
  readonly sampler: Pick<Sampler, "expire">;
  readonly auth: Pick<Auth, "requirePassword">;
}

const DONE = {
  create: "created",
  edit: "changed",
  start: "started",
  stop: "stopped",
  restart: "restarted",
  delete: "deleted; its key is kept",
} as const;

export const tunnelHandlers = (
  needs: Needs,
): Pick<Handlers, "TunnelManager" | "pilothouse.tunnels" | "pilothouse.tunnelKey"> => ({
  // A change restarts the router, and a failed one does so twice.
  TunnelManager: (asked, call) => needs.routerQueue.stay(() => manage(needs, asked, call)),

  "pilothouse.tunnels": ({ changes: asked, preview = false, mark, open = false }, call) =>
    needs.routerQueue.stay(async () => {
      const { managed } = needs;
      const changes = (asked ?? []).map(changeOf);
      if (asked === undefined && (preview || mark !== undefined))
        throw badKey(preview ? "preview" : "mark", "wants changes as well");
      if (preview) {
        call.changesNothing();
        const plan = await asInvalidParams(managed.plan(changes, open));
        const tunnels = await managed.list();
        const { interruptsForMs = null, warnings, ...rest } = plan;
        const shown = { ...rest, interruptsForMs, warnings: [...new Set(warnings.map(textOfReason))] };
        return { ...listOf(tunnels, warnings), plan: shown, mark: markOf(tunnels), saved: false };
      }
      if (changes.length > 0) await change(needs, "tunnels changed", () => changes, { call, open, mark });
      else if (asked !== undefined) call.changesNothing();
      const tunnels = await managed.list();
      return { ...listOf(tunnels), plan: null, mark: null, saved: changes.length > 0 };
    }),

  "pilothouse.tunnelKey": ({ name, password }, call) =>
    needs.routerQueue.wait(() =>
      call.audited("tunnel key exported", async (changed) => {
        // Who is on the machine itself can read the file.
        if (call.peer.access !== "operator") {
          if (password === undefined)
            throw badKey("password", "is missing: the password is asked again for a key");
          await needs.auth.requirePassword(password, call.peer);
        }
        const tunnel = await named(needs.managed, "name", name);
        const key = await needs.managed.of.key(name);
        if (key === undefined) throw badKey("name", reason("tunnel.noKey", { name }));
        changed([{ name, old: null, new: tunnel.address ?? null }]);
        return { key: Buffer.from(key).toString("base64"), address: tunnel.address ?? null };
      }),
    ),
});

async function named(managed: ManagedTunnels, key: string, name: string): Promise<Tunnel> {
  const found = (await managed.list()).find((tunnel) => tunnel.name === name);
  if (found === undefined) throw badKey(key, reason("tunnel.gone", { name }));
  return found;
}

async function manage(
  needs: Needs,
  asked: Params<"TunnelManager">,
  call: Call,
): Promise<Result<"TunnelManager">> {
  const { managed } = needs;
  const { Action: action } = asked;
  if (action === "get") {
    const tunnel = await named(managed, "Name", nameIn(asked));
    return { status: `success - ${tunnel.state}`, info: infoOf(tunnel) };
  }
  const which = asked.All === true ? "all tunnels" : JSON.stringify(nameIn(asked));
  try {
    const make = (tunnels: readonly Tunnel[]) => managerChanges(asked, tunnels);
    await change(needs, "TunnelManager", make, { call, open: false });
  } catch (error) {
    // The request was good, and the router failed at it.
    if (error instanceof TunnelsRolledBack) return { status: `error - ${error.message}` };
    throw error;
  }
  const made = action === "create" ? managed.last.find(({ name }) => name === asked.Name) : undefined;
  const results = new Map<string, string>();
  if (made?.destination !== undefined) results.set("destination", made.destination);
  if (made?.address !== undefined) results.set("destinationB32", made.address);
  return { status: `success - ${which} ${DONE[action]}`, ...(action === "create" && { results }) };
}

async function change(
  { managed, sampler }: Needs,
  action: "TunnelManager" | "tunnels changed",
  make: (tunnels: readonly Tunnel[]) => readonly TunnelChange[],
  { call, open, mark }: { readonly call: Call; readonly open: boolean; readonly mark?: string | undefined },
): Promise<void> {
  await call.audited(action, async (changed, entry) => {
    const changes = make(await managed.list());
    if (changes.length === 0) return changed([]);
    const { actor, sessionSignal } = call;
    const check = (tunnels: readonly Tunnel[]) => {
      if (mark !== undefined && mark !== markOf(tunnels)) throw badKey("mark", reason("tunnel.marked"));
    };
    const { before, after } = await asInvalidParams(
      managed.change(changes, {
        ...{ actor, sessionSignal, open, check },
        alongside: (written) => [entry(changesBetween(written.before, written.after))],
      }),
    );
    sampler.expire();
    const details = changesBetween(before, after);
    // A restart of a tunnel changes no option.
    changed(details.length > 0 ? details : changes.map(({ name }) => ({ name, old: null, new: null })));
  });
}

const MARK_KEY = randomBytes(32);

/** The same only for the same tunnels with the same options. */
const markOf = (tunnels: readonly Tunnel[]): string =>
  createHmac("sha256", MARK_KEY)
    .update(JSON.stringify([[...valuesOf(tunnels)].sort(), tunnels.map(({ foreign }) => foreign)]))
    .digest("base64url")
    .slice(0, 22);

const listOf = (tunnels: readonly Tunnel[], warnings: TunnelPlan["warnings"] = []) => ({
  tunnels: tunnels.map(entryOf),
  texts: [...tunnels.map(({ note }) => note), ...warnings].flatMap((why) =>
    typeof why === "object" ? [codedTextOf(why)] : [],
  ),
});

const entryOf = (tunnel: Tunnel): Result<"pilothouse.tunnels">["tunnels"][number] => ({
  ...{ name: tunnel.name, type: tunnel.type, server: tunnel.server, state: tunnel.state },
  ...{ note: tunnel.note === undefined ? null : textOfReason(tunnel.note), foreign: tunnel.foreign ?? null },
  ...{ address: tunnel.address ?? null, destination: tunnel.destination ?? null },
  ...{ open: isOpen(tunnel.config), traffic: tunnel.traffic ?? null, options: tunnel.config },
});

const infoOf = ({ server, state, config, destination = "", address = "" }: Tunnel) => ({
  client: !server,
  status: state,
  persistentClientKey: destination !== "",
  offlineKeys: false,
  targetDestination: config.get("TargetDestination") ?? "",
  localDestination: destination,
  destination,
  destinationB32: address,
  rawConfig: config,
});
