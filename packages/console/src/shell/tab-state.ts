import { useEffect } from "preact/hooks";
import type { Severity } from "../features/health/health.js";
import { useVerdict } from "../features/health/use-verdict.js";

/** The colours of the dot on the icon; they must be visible on light and dark tabs. */
const DOTS: Record<Severity, string> = {
  good: "#2fa36b",
  testing: "#4d8fe0",
  warning: "#e6a020",
  error: "#e0443a",
};

const icon = (severity: Severity): string => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5d78"/><g fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round"><circle cx="16" cy="16" r="6.5"/><path d="M16 4.5v23M4.5 16h23M7.9 7.9l16.2 16.2M24.1 7.9 7.9 24.1"/></g><circle cx="24" cy="24" r="8" fill="${DOTS[severity]}" stroke="#fff" stroke-width="2"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};

/** The router's state in the title and icon of the tab, for when the tab is not open. */
export function TabState({ title }: { readonly title: string }) {
  const { severity, says } = useVerdict() ?? {};
  useEffect(() => {
    const state = severity === undefined || severity === "good" ? "" : `${says} – `;
    document.title = `${state}${title} – Pilothouse`;
  }, [title, severity, says]);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (link === null || severity === undefined) return undefined;
    const before = link.href;
    link.href = icon(severity);
    return () => {
      link.href = before;
    };
  }, [severity]);
  return null;
}
