import {
  badKey,
  includes,
  type LabelChanges,
  type Labels,
  type OperatorEntry,
  parseJson,
  ROLES,
  type Role,
  RpcError,
  reason,
  type Scope,
} from "@pilothouse/protocol";
import {
  type Account,
  type Accounts,
  type Auth,
  putValue,
  readValue,
  type Session,
  type Store,
} from "@pilothouse/server";
import { follow } from "../../state/follow.js";
import type { FleetState, Stored } from "../../state/state.js";
import { EVERY, hasLabels, type Labelled } from "../view/selection.js";

/** What is kept under `operator/<name>`, as JSON. */
interface OperatorRecord {
  readonly role: Role;
  /** Only nodes with these; none means all. */
  readonly labels: Labels;
  /** Of the password. */
  readonly hash: string;
  readonly created: number;
}

interface Known extends OperatorRecord {
  readonly revision: number;
}

/** In the hub's own store: the revision of each account when its older sessions here had ended. */
const ENDED = "operators.ended";
const RETRY_MS = 1_000;

/** The accounts of a hub's operators. */
export class Operators implements Accounts {
  readonly #known = new Map<string, Known>();
  readonly #ended: Map<string, number>;
  /** Those whose sessions here have not ended yet since their last change. */
  readonly #ending = new Set<string>();
  #auth: Auth | undefined;
  #endWatch: (() => void) | undefined;

  constructor(
    readonly state: FleetState,
    private readonly store: Store,
  ) {
    this.#ended = new Map(
      parseJson(readValue(store, ENDED) ?? "[]", { what: "the list of ended accounts" }) as [
        string,
        number,
      ][],
    );
  }

  async start(): Promise<void> {
    this.#endWatch = await follow(this.state, "operator/", (key, stored) => this.#changed(key, stored));
  }

  /**
   * From now on, the sessions of an account end when it changes. Those of accounts that another hub changed while this
   * one was stopped end now.
   */
  async attach(auth: Auth): Promise<void> {
    this.#auth = auth;
    const names = new Set([...this.#known.keys(), ...this.#ended.keys()]);
    const changed = [...names].filter((name) => this.#known.get(name)?.revision !== this.#ended.get(name));
    await Promise.all(changed.map((name) => this.#endSessions(name)));
  }

  stop(): void {
    this.#endWatch?.();
    this.#endWatch = undefined;
  }

  get exist(): boolean {
    return this.#known.size > 0;
  }

  list(): OperatorEntry[] {
    return [...this.#known]
      .map(([name, { role, labels, created }]) => ({ name, role, labels, created }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  get(name: string): Known | undefined {
    return this.#known.get(name);
  }

  find(person: string): Account | undefined {
    const found = this.#known.get(person);
    if (found === undefined) return undefined;
    const current = () => this.#known.get(person)?.revision ?? -1;
    const { hash } = found;
    return {
      person,
      scope: hubScope(found),
      isFactory: false,
      get generation() {
        return current();
      },
      matches: async (candidate) => (await this.#auth?.hasher.verify(hash, candidate)) ?? false,
    };
  }

  /** Resolves when the change is kept and the sessions of the account have ended. */
  async put(name: string, record: OperatorRecord): Promise<void> {
    const { role, labels, hash, created } = record;
    const text = JSON.stringify({ role, labels, hash, created });
    await this.state.put(`operator/${name}`, text, this.#known.get(name)?.revision ?? 0);
    await this.#endSessions(name);
  }

  async remove(name: string): Promise<void> {
    await this.state.remove(`operator/${name}`, this.#known.get(name)?.revision ?? 0);
    await this.#endSessions(name);
  }

  /** What the holder of a session may do on nodes; without a session, the owner of the data directory asks. */
  nodeScope(session: Session | undefined): Scope {
    if (session?.person === undefined) return session?.scope ?? "all";
    const operator = this.#known.get(session.person);
    if (operator === undefined) return "read";
    const { scope } = ROLES[operator.role];
    return session.program ? lesser(session.scope, scope) : scope;
  }

  /** Which nodes the holder of a session sees and controls. */
  sees(session: Session | undefined): (node: Labelled) => boolean {
    if (session?.person === undefined) return EVERY;
    const operator = this.#known.get(session.person);
    return operator === undefined ? () => false : hasLabels(operator.labels);
  }

  /** An account must not give its nodes to others, or others' nodes to itself, by the labels that it is limited to. */
  requireOtherLabels(session: Session | undefined, changes: LabelChanges): void {
    if (session?.person === undefined) return;
    const limits = Object.entries(this.#known.get(session.person)?.labels ?? {});
    const limiting = limits.find(([name, value]) => Object.hasOwn(changes, name) && changes[name] !== value);
    if (limiting !== undefined)
      throw badKey("labels", reason("account.ownLabel", { name: limiting.join("=") }));
  }

  /** For what shows or changes more than some nodes: refused to accounts that are limited to nodes with some labels. */
  requireFullFleet(session: Session | undefined): void {
    if (session?.person === undefined) return;
    const operator = this.#known.get(session.person);
    // Removed a moment ago: its sessions are about to end.
    if (operator === undefined) throw new RpcError("unknownToken");
    const limits = Object.entries(operator.labels);
    if (limits.length === 0) return;
    const labels = limits.map(([name, value]) => `${name}=${value}`).join(", ");
    throw new RpcError("refused", reason("account.limited", { labels }));
  }

  #changed(key: string, stored: Stored | undefined): void {
    const name = key.slice("operator/".length);
    const known = this.#known.get(name);
    if (stored !== undefined && known?.revision === stored.revision) return;
    if (stored === undefined) this.#known.delete(name);
    else
      this.#known.set(name, {
        ...(parseJson(stored.text, { what: "a saved account" }) as OperatorRecord),
        revision: stored.revision,
      });
    if (this.#auth === undefined) return;
    this.#auth.accountsChanged();
    this.#ending.add(name);
    // Another hub may have made the change.
    void this.#endSoon(name);
  }

  isEnding(name: string): boolean {
    return this.#ending.has(name);
  }

  async #endSoon(name: string): Promise<void> {
    await this.#endSessions(name).catch(() => {
      if (this.#endWatch !== undefined) setTimeout(() => void this.#endSoon(name), RETRY_MS).unref();
    });
  }

  async #endSessions(name: string): Promise<void> {
    const tokens = this.#auth?.tokens;
    if (tokens === undefined) return;
    const revision = this.#known.get(name)?.revision;
    await tokens.revokeEach(() => tokens.open().filter(({ person }) => person === name));
    // Otherwise it has changed again meanwhile, and they end once more.
    if (this.#known.get(name)?.revision !== revision) return;
    this.#ending.delete(name);
    if (revision === undefined) this.#ended.delete(name);
    else this.#ended.set(name, revision);
    await this.store.write((db) => putValue(db, ENDED, JSON.stringify([...this.#ended])));
  }
}

const lesser = (a: Scope, b: Scope): Scope => (includes(a, b) ? b : a);

/** An operator who sees only some nodes manages neither accounts nor invitations of the hub. */
const hubScope = ({ role, labels }: OperatorRecord): Scope =>
  Object.keys(labels).length === 0 ? ROLES[role].scope : lesser(ROLES[role].scope, "settings");
