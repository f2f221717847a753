import { useEffect, useRef } from "preact/hooks";
import { Notice } from "../parts/notice.js";
import { useDraftStore, useFirstI18n } from "../state/hooks.js";

const CHECK_MS = 1_000;
const YOUNG_MS = 30_000;

/** A reload did not help a moment ago, so do not repeat it automatically. */
const wasJustReloaded = () =>
  performance.now() < YOUNG_MS &&
  performance.getEntriesByType("navigation").some((entry) => "type" in entry && entry.type === "reload");

const isServed = async (): Promise<boolean> =>
  (await fetch(location.pathname, { method: "HEAD", cache: "no-store" }).catch(() => undefined))?.ok === true;

interface NotLoadedProps {
  /** Loads it again, and rejects if that fails. */
  readonly load: () => Promise<unknown>;
}

/**
 * A file of the page could not be loaded: the service was away, or another version of it now runs that has other
 * files. It is loaded when the service is back. If that fails, the whole page is loaded again: it has other files
 * then, or the browser remembers the failure.
 */
export function NotLoaded({ load }: NotLoadedProps) {
  const { texts } = useFirstI18n();
  const drafts = useDraftStore();
  const trying = useRef(false);
  const tryAgain = async (mayReload: () => boolean) => {
    if (trying.current) return;
    trying.current = true;
    if (await isServed()) await load().catch(() => mayReload() && location.reload());
    trying.current = false;
  };
  useEffect(() => {
    // Nothing unsaved is lost without a click.
    const mayReload = () => drafts.unsaved.length === 0 && !wasJustReloaded();
    const timer = setInterval(() => void tryAgain(mayReload), CHECK_MS);
    return () => clearInterval(timer);
  }, [load]);
  return (
    <Notice tone="warning">
      {texts.shell.notLoaded}{" "}
      <button type="button" onClick={() => void tryAgain(() => true)}>
        {texts.common.tryAgain}
      </button>
    </Notice>
  );
}
