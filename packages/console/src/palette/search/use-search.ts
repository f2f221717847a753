import { useEffect, useState } from "preact/hooks";
import { isIn, nodeAddress } from "../../page-names.js";
import { useAppState, useDebounced, useI18n, useLoaded } from "../../state/hooks.js";
import { useLimited, useScope } from "../../state/scope.js";
import type { Session } from "../../state/session.js";
import { type Command, goTo } from "../commands.js";
import { liveEntries } from "./live-entries.js";
import { reveal } from "./reveal.js";
import { type Entry, textEntries } from "./text-entries.js";

/** Loads what finds nodes of a hub by part of their names: only a hub needs it. */
export type LoadNodeNames = () => Promise<(session: Session, part: string) => Promise<readonly string[]>>;

/** What can be found besides pages and actions. It is loaded when the palette opens; nodes, when something is typed. */
export function useSearch(typed: string, loadNodeNames: LoadNodeNames): readonly Command[] {
  const state = useAppState();
  const i18n = useI18n();
  const { language, texts } = i18n;
  const scope = useScope();
  const isLimited = useLimited();
  const [found, setFound] = useState<readonly Command[]>([]);
  useEffect(() => {
    let isOpen = true;
    const add = (more: readonly Command[]) => isOpen && setFound((before) => [...before, ...more]);
    const addEntries = (entries: readonly Entry[]) =>
      add(
        entries
          .filter(({ page }) => isIn(state.place, page, scope, isLimited))
          .map(({ page, label, more, words }) => ({
            label,
            group: more ?? texts.pages[page],
            words,
            run: () => {
              goTo(page);
              if (more === undefined) reveal(label);
            },
          })),
      );
    const isHub = state.place === "hub";
    // What cannot be loaded is not found; pages and actions are.
    const ignore = () => {};
    setFound([]);
    textEntries(language, isHub).then(addEntries, ignore);
    liveEntries(state, scope, i18n).then(addEntries, ignore);
    return () => {
      isOpen = false;
    };
  }, [state.session, state.place, scope, isLimited, language]);
  const nodes = useNodes(typed, loadNodeNames);
  return nodes.length === 0 ? found : [...nodes, ...found];
}

/** The nodes of a hub with the first typed word in their names. */
function useNodes(typed: string, loadNodeNames: LoadNodeNames): readonly Command[] {
  const { session, place } = useAppState();
  const { texts } = useI18n();
  const part = useDebounced(typed.trim().toLowerCase().split(/\s+/)[0] ?? "");
  const names = useLoaded(
    async () => (place === "hub" && part !== "" ? (await loadNodeNames())(session, part) : []),
    [session, place, part],
  );
  return (names.value ?? []).map((name) => ({
    ...{ label: name, group: texts.pages.fleet, words: "" },
    run: () => {
      location.hash = nodeAddress(name, "overview");
    },
  }));
}
