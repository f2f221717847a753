import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { NotLoaded } from "../loading/not-loaded.js";
import type { PageProps } from "../loading/with-texts.js";
import { isFleetPage, type PageName } from "../page-names.js";
import { NeedsContext } from "../parts/needs.js";
import { useSelector } from "../state/cell.js";
import { useAppState, useI18n } from "../state/hooks.js";
import { isKnown } from "../state/live.js";
import { loadPage, pageCode } from "./page-code.js";

/** A page, once its code has loaded. */
export function Page({ name, ...props }: PageProps & { readonly name: PageName }) {
  const { texts } = useI18n();
  const [, redraw] = useState(0);
  const [failed, setFailed] = useState<PageName>();
  const isHub = useSelector(useAppState().live.hub, isKnown);
  const load = useCallback(async () => {
    await loadPage(name, isHub);
    redraw((count) => count + 1);
  }, [name, isHub]);
  const isThere = isHub || !isFleetPage(name);
  useEffect(() => {
    if (isThere && pageCode(name, isHub) === undefined) load().catch(() => setFailed(name));
  }, [name, load, isThere]);
  const Named = pageCode(name, isHub);
  // Of another page, others are the first.
  const needs = useMemo(() => new Map(), [name]);
  if (Named !== undefined)
    return (
      <NeedsContext.Provider value={needs}>
        <Named {...props} />
      </NeedsContext.Provider>
    );
  return failed === name ? <NotLoaded load={load} /> : <p>{texts.common.loading}</p>;
}
