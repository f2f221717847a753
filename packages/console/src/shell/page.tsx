import { useEffect, useState } from "preact/hooks";
import type { PageName } from "../page-names.js";
import type { PageProps } from "../pages/page-props.js";
import { Notice } from "../parts/notice.js";
import { useI18n } from "../state/hooks.js";
import { loadPage, pageCode } from "./page-code.js";

/** A page, once its code has loaded. */
export function Page({ name, ...props }: PageProps & { readonly name: PageName }) {
  const { texts } = useI18n();
  const [, redraw] = useState(0);
  const [failed, setFailed] = useState<PageName>();
  useEffect(() => {
    if (pageCode(name) !== undefined) return;
    loadPage(name).then(
      () => redraw((count) => count + 1),
      () => setFailed(name),
    );
  }, [name]);
  const Named = pageCode(name);
  if (Named !== undefined) return <Named {...props} />;
  return failed === name ? <NotLoaded /> : <p>{texts.common.loading}</p>;
}

const LOOK_MS = 1_000;
const YOUNG_MS = 30_000;

/** A reload did not help a moment ago, so do not repeat it automatically. */
const wasJustReloaded = () =>
  performance.now() < YOUNG_MS &&
  performance.getEntriesByType("navigation").some((entry) => "type" in entry && entry.type === "reload");

async function reloadIfServed(): Promise<void> {
  const answer = await fetch(location.pathname, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
  if (answer?.ok) location.reload();
}

/**
 * The service was away, or another version of it now runs that has other files. Loading the whole page again
 * is right for both: browsers may remember that a module failed, and files of two versions must not mix.
 */
function NotLoaded() {
  const { texts } = useI18n();
  useEffect(() => {
    if (wasJustReloaded()) return;
    const timer = setInterval(() => void reloadIfServed(), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Notice tone="warning">
      {texts.shell.notLoaded}
      <button type="button" onClick={() => location.reload()}>
        {texts.shell.reload}
      </button>
    </Notice>
  );
}
