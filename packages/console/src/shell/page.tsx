import { useEffect, useState } from "preact/hooks";
import type { PageName } from "../page-names.js";
import type { PageProps } from "../pages/page-props.js";
import { Notice } from "../parts/notice.js";
import { useCell } from "../state/cell.js";
import { useHelm, useSpeech } from "../state/hooks.js";
import { loadPage, pageCode } from "./page-code.js";

/** A page, once its code is there. */
export function Page({ name, ...props }: PageProps & { readonly name: PageName }) {
  const { texts } = useSpeech();
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

/**
 * The service was away, or another version of it now runs that has other files. Loading the whole page again
 * is right for both: browsers may remember that a module failed, and files of two versions must not mix.
 */
function NotLoaded() {
  const { texts } = useSpeech();
  const returns = useCell(useHelm().live.returns);
  const [first] = useState(returns);
  useEffect(() => {
    if (returns !== first) location.reload();
  }, [returns, first]);
  return (
    <Notice tone="warning">
      {texts.shell.notLoaded}
      <button type="button" onClick={() => location.reload()}>
        {texts.shell.reload}
      </button>
    </Notice>
  );
}
