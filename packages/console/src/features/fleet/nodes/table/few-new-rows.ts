import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** New rows in one frame. A row costs a millisecond or two of layout and paint, and a frame must stay short. */
const NEW_ROWS = 10;

/** Which rows are shown: those that were, and of the others as many as are allowed, the first ones first. */
export function withFewNew(
  wanted: readonly string[],
  before: ReadonlySet<string>,
  allowed: number,
): ReadonlySet<string> {
  const added = wanted.filter((name) => !before.has(name)).slice(0, allowed);
  return new Set([...wanted.filter((name) => before.has(name)), ...added]);
}

/** Which of the rows are rendered now; the first ones first, and the others in the next frames. */
export function useFewNewRows(wanted: readonly string[]): ReadonlySet<string> {
  const before = useRef<ReadonlySet<string>>(new Set());
  const allowed = useRef(NEW_ROWS);
  const isMore = useRef(false);
  const cancel = useRef<() => void>(undefined);
  const [, renderAgain] = useState({});
  const shown = withFewNew(wanted, before.current, allowed.current);
  useLayoutEffect(() => {
    allowed.current -= [...shown].filter((name) => !before.current.has(name)).length;
    before.current = shown;
    isMore.current = shown.size < wanted.length;
    if (allowed.current === NEW_ROWS) return;
    cancel.current ??= afterFrame(() => {
      cancel.current = undefined;
      allowed.current = NEW_ROWS;
      if (isMore.current) renderAgain({});
    });
  });
  useEffect(() => () => cancel.current?.(), []);
  return shown;
}

/** Calls back when the next frame has been drawn: what is rendered then is part of another one. */
function afterFrame(done: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(done);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
