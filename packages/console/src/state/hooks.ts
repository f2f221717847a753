import { ClientError } from "@pilothouse/client/browser";
import { createContext } from "preact";
import { useCallback, useContext, useEffect, useRef, useState } from "preact/hooks";
import type { Format } from "../format.js";
import type { Place } from "../page-names.js";
import type { Fill } from "../texts/fill.js";
import type { Language } from "../texts/language.js";
import type { FirstTexts, Texts } from "../texts/texts.js";
import { Cell, useCell } from "./cell.js";
import type { DraftStore } from "./drafts/draft-store.js";
import type { Drafts } from "./drafts/drafts.js";
import type { Live } from "./live.js";
import type { Session } from "./session.js";
import { isUnanswered } from "./sign-in.js";
import type { Updates } from "./updates.js";
import type { View } from "./view.js";

/** Texts and formats of the chosen language, and announcements for screen readers. */
export interface I18n<T extends FirstTexts = Texts> {
  readonly texts: T;
  readonly format: Format;
  readonly fill: Fill;
  readonly language: Language;
  /** Announces a sentence in the page's live region. */
  readonly announce: (sentence: string) => void;
}

/** The state that every page uses while you are signed in. */
export interface AppState {
  readonly place: Place;
  /** The node whose pages are open, through its hub. */
  readonly node: string | undefined;
  readonly session: Session;
  readonly live: Live;
  readonly updates: Updates;
  /** The time range of the graphs, kept while other pages are open. */
  readonly view: Cell<View>;
  readonly drafts: Drafts;
  /** Signs out; asks first if unsaved changes would be lost. */
  readonly onSignOut: () => void;
}

export const FirstI18nContext = createContext<I18n<FirstTexts> | undefined>(undefined);
export const I18nContext = createContext<I18n | undefined>(undefined);
export const AppStateContext = createContext<AppState | undefined>(undefined);
export const DraftStoreContext = createContext<DraftStore | undefined>(undefined);

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("used outside of its provider");
  return value;
}

/** For what is shown before sign-in as well: only the first texts. */
export const useFirstI18n = (): I18n<FirstTexts> => required(useContext(FirstI18nContext));
export const useI18n = (): I18n => required(useContext(I18nContext));
export const useAppState = (): AppState => required(useContext(AppStateContext));
export const useDraftStore = (): DraftStore => required(useContext(DraftStoreContext));

const asError = (error: unknown): ClientError =>
  error instanceof ClientError ? error : new ClientError("protocol", String(error), { cause: error });

export interface Loaded<T> {
  /** The last value, also while a newer one is loading. */
  readonly value: T | undefined;
  readonly error: ClientError | undefined;
  readonly reload: () => Promise<void>;
  readonly replace: (value: T) => void;
}

const RETRY_MS = 3_000;
const NO_RECONNECTS = new Cell(0);

/** Loads a value when the page opens, when `inputs` change, and when the service is back. */
export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[] = []): Loaded<T> {
  const reconnects = useCell(useContext(AppStateContext)?.live.reconnects ?? NO_RECONNECTS);
  const [state, setState] = useState<{ value?: T; error?: ClientError }>({});
  const latest = useRef(0);
  const reload = useCallback(async () => {
    const request = ++latest.current;
    // Of two pending requests only the later one counts.
    const take = (next: { value?: T; error?: ClientError }) =>
      request === latest.current && setState((before) => ({ ...before, ...next }));
    try {
      take({ value: await load(), error: undefined as never });
    } catch (error) {
      take({ error: asError(error) });
    }
  }, inputs);
  useEffect(() => void reload(), [reload, reconnects]);
  const isMissing = state.value === undefined && isUnanswered(state.error);
  useEffect(() => {
    if (!isMissing) return undefined;
    // The service may have been away for this request only, so that nothing else tells of its return.
    const timer = setInterval(() => void reload(), RETRY_MS);
    return () => clearInterval(timer);
  }, [isMissing, reload]);
  useEffect(
    () => () => {
      latest.current = -1;
    },
    [],
  );
  const replace = useCallback((value: T) => {
    latest.current++;
    setState({ value });
  }, []);
  // While the service is away a banner says so, and what is known stays.
  const isSaid = useServiceAway() && state.value !== undefined && isUnanswered(state.error);
  return { value: state.value, error: isSaid ? undefined : state.error, reload, replace };
}

/** Like `useLoaded`, and repeats every `every` milliseconds while the page is visible. */
export function usePolled<T>(load: () => Promise<T>, every: number, inputs: readonly unknown[]): Loaded<T> {
  const loaded = useLoaded(load, inputs);
  const { reload } = loaded;
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && void reload(), every);
    return () => clearInterval(timer);
  }, [reload, every]);
  return loaded;
}

const NEVER = new Cell(false);

/** Whether the service does not answer, so that nothing can be done. */
export const useServiceAway = (): boolean => useCell(useContext(AppStateContext)?.live.away ?? NEVER);

export interface Task {
  /** Whether it cannot be started now: it is running, or the service does not answer. */
  readonly busy: boolean;
  readonly error: ClientError | undefined;
  /** Resolves when the work has ended, also if it failed. */
  readonly run: (work: () => Promise<void>) => Promise<void>;
  /** Forgets the error. */
  readonly clear: () => void;
}

/** Something started by a click, with its busy state and error. */
export function useTask(): Task {
  const [state, setState] = useState<{ busy: boolean; error: ClientError | undefined }>({
    busy: false,
    error: undefined,
  });
  const reconnects = useContext(AppStateContext)?.live.reconnects;
  useEffect(() => {
    // Network errors no longer apply when the service is back.
    const forget = () => setState((now) => (isUnanswered(now.error) ? { ...now, error: undefined } : now));
    return reconnects?.watch(forget);
  }, [reconnects]);
  const away = useServiceAway();
  const started = useRef<Element | null>(null);
  useEffect(() => {
    if (state.busy) return;
    focusAgain(started.current);
    started.current = null;
  }, [state.busy]);
  const run = async (work: () => Promise<void>) => {
    started.current = document.activeElement;
    setState({ busy: true, error: undefined });
    try {
      await work();
      setState({ busy: false, error: undefined });
    } catch (error) {
      setState({ busy: false, error: asError(error) });
    }
  };
  return {
    busy: state.busy || away,
    error: state.error,
    run,
    clear: () => setState(({ busy }) => ({ busy, error: undefined })),
  };
}

/** A button that is disabled while it works loses the focus. It gets it back, or the field that was refused does. */
function focusAgain(element: Element | null): void {
  const isLost = document.activeElement === null || document.activeElement === document.body;
  if (!isLost || !(element instanceof HTMLElement)) return;
  const refused = element.closest("form, dialog")?.querySelector<HTMLElement>('[aria-invalid="true"]');
  (refused ?? element).focus();
}

/** The current time, updated every second while `runs`. */
export function useNow(runs = true): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!runs) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [runs]);
  return now;
}

/** The service's time, updated every second: for a list that is not loaded again by itself, and says how long ago. */
export function useServiceNow(): number {
  useNow();
  return useAppState().live.now();
}

const TYPING_MS = 250;

/** The value after it has not changed for a moment: not every letter that is typed starts a search. */
export function useDebounced(value: string): string {
  const [late, setLate] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return late;
}
