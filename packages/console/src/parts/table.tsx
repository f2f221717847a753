import type { ComponentChildren } from "preact";
import type { Task } from "../state/hooks.js";
import { useI18n } from "../state/hooks.js";
import { usePageTexts } from "../state/page-texts.js";

interface TableProps {
  /** For screen readers; the page already shows a heading. */
  readonly caption: string;
  readonly columns: readonly string[];
  /** One more column, for buttons. */
  readonly actions?: boolean;
  /** On a narrow screen each row becomes a block, each cell with its column's name. */
  readonly stacks?: boolean;
  readonly children: ComponentChildren;
}

/** Wide tables scroll, also with the keyboard, and never widen the page. */
export const Table = ({ caption, columns, actions = false, stacks = false, children }: TableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
  // biome-ignore lint/a11y/useSemanticElements: it is a group, and no group of fields.
  <div class="table" role="group" tabIndex={0} aria-label={caption}>
    <table class={stacks ? "stacks" : ""}>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
          {actions && <ActionsHeader />}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);

/** Buttons need no visible header, but screen readers name the column. */
const ActionsHeader = () => (
  <th scope="col">
    <span class="unseen">{useI18n().texts.common.actions}</span>
  </th>
);

interface OlderProps extends Pick<Task, "busy"> {
  readonly onClick: () => unknown;
}

/** Below a list whose newest entries are loaded: loads those before them. */
export const Older = ({ busy, onClick }: OlderProps) => (
  <div class="actions center">
    <button type="button" disabled={busy} onClick={() => void onClick()}>
      {usePageTexts().audit.older}
    </button>
  </div>
);
