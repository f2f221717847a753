import { badKey, passwordFault, passwordReason, RpcError, reason } from "@pilothouse/protocol";
import { type Auth, type Call, changesBetween, type Handlers, LOCAL } from "@pilothouse/server";
import { Conflict } from "../../state/state.js";
import type { Operators } from "./operators.js";

interface Needs {
  readonly operators: Operators;
  readonly auth: Auth;
  readonly now: () => number;
}

/** As `callerName` names the hub's own password, and records the owner of the data directory. */
const RESERVED: readonly string[] = ["admin", LOCAL.address];

/** The accounts of the hub. */
export const operatorHandlers = ({
  operators,
  auth,
  now,
}: Needs): Pick<Handlers, "fleet.operators" | "fleet.password"> => ({
  async "fleet.operators"({ name, password, role, labels, remove = false }, call) {
    const known = name === undefined ? undefined : operators.get(name);
    if (name === undefined) {
      if ([password, role, labels].some((one) => one !== undefined) || remove)
        throw badKey("name", "is missing: the account to make, change or remove");
    } else if (remove) {
      if (known === undefined) throw badKey("name", `is not an account: ${name}`);
      await call.audited("account removed", async (changed) => {
        call.sessionSignal.throwIfAborted();
        await once(() => operators.remove(name), name);
        changed([{ name, old: known.role, new: null }]);
      });
    } else {
      if (known === undefined && RESERVED.includes(name))
        throw badKey("name", `${name} is how records name those who need no account; choose another`);
      if (known === undefined && password === undefined)
        throw badKey("password", "is missing; a new account needs one");
      if (known === undefined && role === undefined)
        throw badKey("role", "is missing; a new account needs one");
      await call.audited(known === undefined ? "account made" : "account changed", async (changed) => {
        const hash = password === undefined ? known?.hash : await hashed(auth, password, call);
        const next = {
          role: role ?? known?.role ?? "viewer",
          labels: labels ?? known?.labels ?? {},
          hash: hash ?? "",
          created: known?.created ?? now(),
        };
        call.sessionSignal.throwIfAborted();
        await once(() => operators.put(name, next), name);
        const shownValues = (one: typeof next | undefined) =>
          new Map(
            one && [
              [`${name} role`, one.role],
              ...Object.entries(one.labels).map(([key, value]): [string, string] => [
                `${name} label ${key}`,
                value,
              ]),
              ...(one.hash === known?.hash ? [] : [[`${name} password`, "new"] as const]),
            ],
          );
        changed(changesBetween(shownValues(known), shownValues(next)));
      });
    }
    return { operators: operators.list() };
  },

  "fleet.password": ({ current, password }, call) =>
    call.audited("password of an account changed", async () => {
      const person = call.session?.person;
      const known = person === undefined ? undefined : operators.get(person);
      const account = person === undefined ? undefined : operators.find(person);
      if (person === undefined || known === undefined || account === undefined)
        throw new RpcError("invalidParams", "this session belongs to no account; use pilothouse.password");
      await auth.requirePassword(current, call.peer, account);
      const hash = await hashed(auth, password, call);
      call.sessionSignal.throwIfAborted();
      await once(() => operators.put(person, { ...known, hash }), person);
      call.endsItself();
      return { Changed: true };
    }),
});

function hashed(auth: Auth, password: string, { peer }: Call): Promise<string> {
  const fault = passwordFault(password);
  if (fault !== undefined) throw badKey("password", passwordReason(fault));
  return auth.hasher.hash(password, peer.access === "operator");
}

async function once(work: () => Promise<void>, name: string): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    throw new RpcError("refused", reason("node.changed", { name }));
  }
}
