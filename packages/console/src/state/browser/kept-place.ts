/** How far a page, and the list on it that scrolls, were scrolled. */
interface Place {
  readonly page: number;
  readonly list: number;
}

/** How long a page may take until it is as long as it was. */
const BUILT_MS = 3_000;
const ACTS = ["wheel", "touchstart", "keydown", "pointerdown"] as const;

const listBox = () => document.querySelector("[data-keeps-place]");
const entryNow = (): number | undefined => (history.state as { readonly entry?: number } | null)?.entry;
const pageNow = () => location.hash.split("?")[0];

/**
 * Keeps how far each entry of the browser's history was scrolled. A page that one goes back to is built anew, so that
 * the browser alone would show its top. Returns how to end it.
 */
export function keepPlaces(): () => void {
  const places = new Map<number, Place>();
  let entry = 0;
  let newest = entryNow() ?? 0;
  let page = pageNow();
  let leave: (() => void) | undefined;

  const enter = () => {
    leave?.();
    const known = entryNow();
    if (known === undefined) {
      history.replaceState({ ...history.state, entry: ++newest }, "");
      if (page !== pageNow()) scrollTo(0, 0);
    }
    page = pageNow();
    entry = known ?? newest;
    // After a reload it may be one that lay ahead.
    newest = Math.max(newest, entry);
    const place = places.get(entry);
    if (place !== undefined) leave = goTo(place, () => (leave = undefined));
  };
  const onScroll = () => {
    // How far a page is scrolled that is still being built says nothing.
    if (leave === undefined) places.set(entry, { page: scrollY, list: listBox()?.scrollTop ?? 0 });
  };
  enter();
  addEventListener("hashchange", enter);
  document.addEventListener("scroll", onScroll, { capture: true, passive: true });
  return () => {
    leave?.();
    removeEventListener("hashchange", enter);
    document.removeEventListener("scroll", onScroll, { capture: true });
  };
}

/** Scrolls there while the page is being built, until somebody acts. */
function goTo({ page, list }: Place, onEnd: () => void): () => void {
  const observer = new ResizeObserver(() => {
    scrollTo(0, page);
    listBox()?.scrollTo(0, list);
  });
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const act of ACTS) removeEventListener(act, end);
    onEnd();
  };
  const timer = setTimeout(end, BUILT_MS);
  observer.observe(document.body);
  for (const act of ACTS) addEventListener(act, end, { passive: true });
  return end;
}
