import type { NodeSort } from "@pilothouse/protocol";

export interface Order {
  readonly sort: NodeSort;
  readonly descending: boolean;
}

/** The columns of the list that have an order. */
const SORTS: readonly NodeSort[] = [
  ...(["name", "verdict", "version", "traffic", "participating", "up", "labels", "seen"] as const),
];

/** As the address has it: "-traffic" has the largest first. */
export const orderIn = (text: string): Order => ({
  sort: SORTS.find((one) => one === text.replace(/^-/, "")) ?? "name",
  descending: text.startsWith("-"),
});
export const orderText = ({ sort, descending }: Order): string =>
  descending ? `-${sort}` : sort === "name" ? "" : sort;

/** Of these people want the largest or worst first. */
const LARGEST_FIRST: readonly NodeSort[] = ["verdict", "traffic", "participating", "seen"];

interface HeaderProps {
  readonly label: string;
  /** Undefined for a column that has no order. */
  readonly sort: NodeSort | undefined;
  readonly class: string;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

/** The header of a column, by which the list is sorted; a second click turns the order round. */
export function SortHeader({ label, sort, class: look, order, onOrder }: HeaderProps) {
  if (sort === undefined)
    return (
      <th scope="col" class={look}>
        {label}
      </th>
    );
  const isSorted = sort === order.sort;
  const descending = isSorted ? !order.descending : LARGEST_FIRST.includes(sort);
  const sorted = order.descending ? "descending" : "ascending";
  return (
    <th scope="col" class={look} aria-sort={isSorted ? sorted : undefined}>
      <button type="button" class="sort" onClick={() => onOrder({ sort, descending })}>
        {label}
        <span class="sort-mark" aria-hidden="true">
          {isSorted ? (order.descending ? "▼" : "▲") : ""}
        </span>
      </button>
    </th>
  );
}
