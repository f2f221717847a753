import type { NodeEntry, Params } from "@pilothouse/protocol";
import { Cell } from "../../../state/cell.js";
import type { Session } from "../../../state/session.js";

const COLUMNS = [
  ...([
    "name",
    "state",
    "verdict",
    "findings",
    "phase",
    "labels",
    "router",
    "version",
    "netStatus",
    "inbound",
  ] as const),
  ...(["outbound", "participating", "restartNeeded", "drifted", "seen", "instances"] as const),
];
export type Row = Pick<NodeEntry, (typeof COLUMNS)[number]>;
export type Selection = Pick<Params<"fleet.nodes">, "filter" | "labels" | "state" | "finding">;

/** Rows per request. */
export const PAGE_ROWS = 500;

interface Page {
  /** The name before its first row. */
  readonly after: string | undefined;
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** The nodes of a selection, loaded page by page while you scroll. */
export class NodeList {
  readonly pages = new Cell<readonly Page[]>([]);
  #busy = false;

  constructor(
    readonly session: Session,
    readonly selection: Selection,
  ) {}

  get length(): number {
    return this.pages.value.reduce((sum, { rows }) => sum + rows.length, 0);
  }

  get isComplete(): boolean {
    return this.pages.value.at(-1)?.next === null;
  }

  /** The rows from `from` to `to` that are loaded. */
  rows(from: number, to: number): readonly Row[] {
    const found: Row[] = [];
    let start = 0;
    for (const { rows } of this.pages.value) {
      found.push(...rows.slice(Math.max(0, from - start), Math.max(0, to - start)));
      start += rows.length;
    }
    return found;
  }

  /** Loads the next page if the rows up to `to` are near the end of what is loaded. */
  async reach(to: number): Promise<void> {
    if (this.#busy || this.isComplete || to + PAGE_ROWS / 2 < this.length) return;
    await this.#alone(async () => {
      const page = await this.#fetch(this.pages.value.at(-1)?.next ?? undefined);
      this.pages.update((before) => [...before, page]);
    });
  }

  /** Reloads the visible pages. If one now ends elsewhere, the pages after it are dropped, and load again on scrolling. */
  async refresh(from: number, to: number): Promise<void> {
    if (this.#busy) return;
    await this.#alone(async () => {
      let start = 0;
      for (const [index, page] of this.pages.value.entries()) {
        const end = start + page.rows.length;
        const isSeen = start < to && end > from;
        start = end;
        if (!isSeen) continue;
        const fresh = await this.#fetch(page.after);
        const behind = fresh.next === page.next ? this.pages.value.slice(index + 1) : [];
        this.pages.update((before) => [...before.slice(0, index), fresh, ...behind]);
        if (fresh.next !== page.next) return;
      }
    });
  }

  async #alone(work: () => Promise<void>): Promise<void> {
    this.#busy = true;
    try {
      await work();
    } finally {
      this.#busy = false;
    }
  }

  async #fetch(after: string | undefined): Promise<Page> {
    const { columns, next } = await this.session.call("fleet.nodes", {
      ...this.selection,
      ...(after !== undefined && { after }),
      columns: COLUMNS,
      limit: PAGE_ROWS,
    });
    const names = columns.name ?? [];
    const rows = names.map(
      (_, index) =>
        Object.fromEntries(COLUMNS.map((column) => [column, columns[column]?.[index]])) as unknown as Row,
    );
    return { after, rows, next };
  }
}
