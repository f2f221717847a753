import type { ComponentChildren } from "preact";
import { useEffect, useId } from "preact/hooks";
import { ThemeChooser } from "../../../parts/choosers.js";

export interface SignInLayoutProps {
  /** Called whenever something is typed. */
  readonly onTyping?: (() => void) | undefined;
  readonly title: string;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The layout before you are signed in: one small form in the middle. */
export function SignInLayout({ title, onTyping, aside, children }: SignInLayoutProps) {
  const id = useId();
  useEffect(() => {
    document.title = `${title} – Pilothouse`;
  }, [title]);
  return (
    <main class="gate" aria-labelledby={id} onInput={onTyping}>
      <div class="card">
        <p class="brand">
          <img src="./icon.svg" alt="" width="28" height="28" /> Pilothouse
        </p>
        <h1 id={id}>{title}</h1>
        {children}
      </div>
      <div class="actions center">
        {aside}
        <ThemeChooser />
      </div>
    </main>
  );
}
