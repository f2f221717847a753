import type { NodeEntry, Params } from "@pilothouse/protocol";
import { Cell } from "../../../../state/cell.js";
import type { Session } from "../../../../state/session.js";
import { isOutsider } from "../../outsider.js";

const COLUMNS = [
  ...(["name", "state", "verdict", "findings", "phase", "labels", "router", "version"] as const),
  ...([
    "inbound",
    "outbound",
    "recent",
    "participating",
    "up",
    "upKnown",
    "seen",
    "instances",
    "stopped",
  ] as const),
];
export type Row = Pick<NodeEntry, (typeof COLUMNS)[number]>;
export type Selection = Pick<
  Params<"fleet.nodes">,
  "filter" | "labels" | "state" | "finding" | "sort" | "descending"
>;

/** Rows per request: little more than can be seen, so that each answer is small. */
const PAGE_ROWS = 100;
/** Names per request. */
const MOST_NAMES = 1_000;

/** The nodes of a selection. What can be seen is loaded, from any place in the list, and the rest is forgotten. */
export class NodeList {
  /** How many there are; undefined before the first answer. Set anew with each answer. */
  readonly total = new Cell<{ readonly count: number } | undefined>(undefined);
  /** How many belong to the fleet, once their names were asked for. */
  members: number | undefined;
  #pages = new Map<number, readonly Row[]>();
  #seen: readonly [number, number] = [0, 0];
  #busy = false;

  constructor(
    readonly session: Session,
    readonly selection: Selection,
  ) {}

  /** Undefined until it is loaded. */
  row(index: number): Row | undefined {
    return this.#pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS];
  }

  /** Loads the rows from `from` to `to`, as far as they are missing. What is scrolled past meanwhile is not waited for. */
  async show(from: number, to: number): Promise<void> {
    this.#seen = [from, to];
    await this.#alone(async () => {
      for (;;) {
        const missing = this.#seenPages().find((page) => !this.#pages.has(page));
        if (missing === undefined) return;
        await this.#load(missing);
      }
    });
  }

  /** Loads again what can be seen. */
  async refresh(): Promise<void> {
    await this.#alone(async () => {
      const seen = this.#seenPages();
      this.#pages = new Map([...this.#pages].filter(([page]) => seen.includes(page)));
      for (const page of seen) await this.#load(page);
    });
  }

  /** The names of all that belong to the fleet. */
  async names(): Promise<readonly string[]> {
    const names: string[] = [];
    for (let [from, total] = [0, 1]; from < total; from += MOST_NAMES) {
      const asked = { columns: ["name", "state"], from, limit: MOST_NAMES } as const;
      const { columns, ...answer } = await this.session.call("fleet.nodes", { ...this.selection, ...asked });
      const state = columns.state ?? [];
      names.push(...(columns.name ?? []).filter((_, at) => !isOutsider({ state: state[at] ?? "unknown" })));
      total = answer.total ?? 0;
    }
    this.members = names.length;
    return names;
  }

  #seenPages(): readonly number[] {
    const [from, to] = this.#seen;
    const last = Math.max(0, Math.min(to, this.total.value?.count ?? to) - 1);
    const first = Math.floor(Math.min(from, last) / PAGE_ROWS);
    return Array.from({ length: Math.floor(last / PAGE_ROWS) - first + 1 }, (_, index) => first + index);
  }

  async #alone(work: () => Promise<void>): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      await work();
    } finally {
      this.#busy = false;
    }
  }

  async #load(page: number): Promise<void> {
    const { columns, total } = await this.session.call("fleet.nodes", {
      ...this.selection,
      columns: COLUMNS,
      from: page * PAGE_ROWS,
      limit: PAGE_ROWS,
    });
    const rows = (columns.name ?? []).map(
      (_, index) =>
        Object.fromEntries(COLUMNS.map((column) => [column, columns[column]?.[index]])) as unknown as Row,
    );
    this.#pages.set(page, rows);
    this.total.update(() => ({ count: total ?? 0 }));
  }
}
