import { includes, type Scope } from "@pilothouse/protocol";
import type { ComponentChildren } from "preact";
import { useI18n } from "../state/hooks.js";
import { useMay, useScope } from "../state/scope.js";

interface NeedsProps {
  readonly scope: Scope;
  readonly children: ComponentChildren;
}

/** Controls that need a scope. If your session lacks it, they are disabled, and the reason is shown. */
export function Needs({ scope, children }: NeedsProps) {
  const { texts, fill } = useI18n();
  const held = useScope();
  if (includes(held, scope)) return children;
  return (
    <fieldset class="needs" disabled>
      <p class="about">{fill(texts.common.needs, { needed: scope, held })}</p>
      {children}
    </fieldset>
  );
}

/** Like `Needs`, but hides the controls. For buttons in rows and links. */
export const May = ({ scope, children }: NeedsProps) => (useMay(scope) ? children : null);
