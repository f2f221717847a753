import type { Scope } from "@pilothouse/protocol";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type Loaded, useI18n, useTask } from "../state/hooks.js";
import { withoutDots } from "../texts/fill.js";
import { Dialog } from "./dialog.js";
import { May } from "./needs.js";
import { Failure } from "./notice.js";
import { Table } from "./table.js";

interface Column<T> {
  readonly name: string;
  readonly show: (row: T) => ComponentChildren;
  /** What the mouse shows over a cell. */
  readonly title?: (row: T) => string;
}

/** A button in each row. */
interface RowAction<T> {
  readonly label: string;
  /** While it runs, no other action can be started; its error is shown above the list. */
  readonly run: (row: T) => unknown;
  /** The rows that have it; without it, all. */
  readonly isFor?: (row: T) => boolean;
  readonly scope?: Scope;
  readonly primary?: boolean;
  /** What is asked before it runs. */
  readonly confirm?: (row: T) => { readonly title: string; readonly more: string; readonly yes?: string };
  /** What screen readers call the row in the name of the button; undefined where the label says all. */
  readonly of?: (row: T) => string | undefined;
  /** It works while the service does not answer. */
  readonly alone?: boolean;
}

interface ListProps<T> {
  readonly caption: string;
  readonly loaded?: Pick<Loaded<unknown>, "error" | "reload">;
  /** Undefined while they load. */
  readonly rows: readonly T[] | undefined;
  readonly keyOf: (row: T) => string;
  readonly columns: readonly [Column<T>, ...Column<T>[]];
  readonly actions: readonly RowAction<T>[];
  /** Shown if there are no rows. */
  readonly empty: string;
  readonly small?: boolean;
}

/** A list whose rows have actions. */
export function List<T>({
  caption,
  loaded,
  rows,
  keyOf,
  columns: [first, ...columns],
  actions,
  empty,
  small,
}: ListProps<T>) {
  const { texts } = useI18n();
  const task = useTask();
  const [asked, setAsked] = useState<{ readonly action: RowAction<T>; readonly row: T }>();
  const start = ({ run }: RowAction<T>, row: T) => {
    setAsked(undefined);
    void task.run(async () => {
      await run(row);
    });
  };
  const button = (action: RowAction<T>, row: T) => {
    const { label, primary, confirm, alone = false } = action;
    const name = (action.of ?? keyOf)(row);
    return (
      <button
        key={label}
        type="button"
        class={[small && "small", primary && "primary"].filter(Boolean).join(" ")}
        aria-label={name && `${label}${label.endsWith("…") ? "" : ":"} ${name}`}
        disabled={task.busy && !alone}
        onClick={() => (confirm ? setAsked({ action, row }) : start(action, row))}
      >
        {label}
      </button>
    );
  };
  const question = asked?.action.confirm?.(asked.row);
  return (
    <>
      <Failure error={loaded?.error} retry={loaded?.reload} />
      <Failure error={task.error} />
      {rows === undefined && loaded?.error === undefined && <p>{texts.common.loading}</p>}
      {rows?.length === 0 && <p>{empty}</p>}
      {rows !== undefined && rows.length > 0 && (
        <Table caption={caption} columns={[first, ...columns].map(({ name }) => name)} actions stacks>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">{first.show(row)}</th>
              {columns.map(({ name, show, title }) => (
                <td key={name} data-column={name} title={title?.(row)}>
                  {show(row)}
                </td>
              ))}
              <td class="end">
                <div class="actions end">
                  {actions
                    .filter(({ isFor }) => isFor?.(row) ?? true)
                    .map((action) =>
                      action.scope === undefined ? (
                        button(action, row)
                      ) : (
                        <May key={action.label} scope={action.scope}>
                          {button(action, row)}
                        </May>
                      ),
                    )}
                </div>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {asked && question && (
        <Dialog
          title={question.title}
          yes={question.yes ?? withoutDots(asked.action.label)}
          danger
          onLeave={() => setAsked(undefined)}
          onYes={() => start(asked.action, asked.row)}
        >
          <p>{question.more}</p>
        </Dialog>
      )}
    </>
  );
}
