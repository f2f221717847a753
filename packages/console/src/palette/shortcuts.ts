import { useEffect, useRef } from "preact/hooks";
import { type PageName, pageAddress } from "../page-names.js";

/** After `g`, a letter opens a page. */
export const GO = {
  o: "overview",
  c: "control",
  n: "network",
  a: "advanced",
  t: "traffic",
  h: "changes",
  e: "events",
  l: "logs",
  s: "sessions",
  p: "applications",
} as const satisfies { readonly [letter: string]: PageName };

/** How long to wait for the second key. */
const PAIR_MS = 1_500;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.matches("input, select, textarea") || target.isContentEditable);

/** Keys that work on every page, unless you are typing or a dialog is open. */
export function useShortcuts(onPalette: () => void, onHelp: () => void): void {
  const went = useRef(0);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (document.querySelector("dialog[open]") !== null) return;
      if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === "k") {
        event.preventDefault();
        onPalette();
        return;
      }
      if (ctrlKey || metaKey || altKey || isTyping(event.target)) return;
      if (key === "?") onHelp();
      else if (Date.now() - went.current < PAIR_MS && Object.hasOwn(GO, key)) {
        went.current = 0;
        location.hash = pageAddress(GO[key as keyof typeof GO]);
      } else went.current = key === "g" ? Date.now() : 0;
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [onPalette, onHelp]);
}
