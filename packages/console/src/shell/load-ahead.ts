import { useEffect } from "preact/hooks";
import { isIn, PAGE_NAMES } from "../page-names.js";
import { useAppState, useServiceAway } from "../state/hooks.js";
import { useLimited, useScope } from "../state/scope.js";
import { type Language, loadTexts } from "../texts/language.js";
import { loadPage } from "./page-code.js";

/** After this time what is open has loaded. */
const QUIET_MS = 5_000;

/** Safari has no word for it. */
const idle = (): Promise<unknown> =>
  new Promise((resolve) =>
    "requestIdleCallback" in globalThis ? requestIdleCallback(resolve) : setTimeout(resolve, 100),
  );

const savesData = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;

/** Loads the pages of this place one by one, so that they open also while the service is away. */
export function useLoadAhead(language: Language): void {
  const { place } = useAppState();
  const scope = useScope();
  const isLimited = useLimited();
  const away = useServiceAway();
  useEffect(() => {
    if (away || savesData()) return undefined;
    const works = [
      () => loadTexts("pages", language),
      () => loadTexts("values", language),
      ...(place === "hub" ? [() => loadTexts("fleet", language)] : []),
      ...PAGE_NAMES.filter((page) => isIn(place, page, scope, isLimited)).map(
        (page) => () => loadPage(page, place === "hub"),
      ),
    ];
    let isOver = false;
    const loadAll = async () => {
      for (const work of works) {
        await idle();
        if (isOver) return;
        await work();
      }
    };
    // What could not be loaded is reported by the page that needs it, when it is opened.
    const timer = setTimeout(() => loadAll().catch(() => {}), QUIET_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [place, scope, isLimited, away, language]);
}
