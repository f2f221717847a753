import { includes, type Scope } from "@pilothouse/protocol";
import { type ComponentChildren, createContext } from "preact";
import { useContext, useRef } from "preact/hooks";
import { useI18n } from "../state/hooks.js";
import { useMay, useScope } from "../state/scope.js";

interface NeedsProps {
  readonly scope: Scope;
  readonly children: ComponentChildren;
}

/** Which controls of a page say why they are disabled: the first of each scope. */
export const NeedsContext = createContext(new Map<Scope, object>());

/** Controls that need a scope. If your session lacks it, they are disabled, and the reason is shown once on a page. */
export function Needs({ scope, children }: NeedsProps) {
  const { texts, fill } = useI18n();
  const held = useScope();
  const first = useContext(NeedsContext);
  const self = useRef({}).current;
  if (includes(held, scope)) return children;
  if (!first.has(scope)) first.set(scope, self);
  return (
    <fieldset class="needs" disabled>
      {first.get(scope) === self && <p class="about">{fill(texts.common.needs, { needed: scope, held })}</p>}
      {children}
    </fieldset>
  );
}

/** Like `Needs`, but hides the controls. For buttons in rows and links. */
export const May = ({ scope, children }: NeedsProps) => (useMay(scope) ? children : null);
