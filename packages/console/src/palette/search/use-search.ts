import { useEffect, useState } from "preact/hooks";
import { isIn, nodeAddress } from "../../page-names.js";
import { useAppState, useI18n } from "../../state/hooks.js";
import { useScope } from "../../state/scope.js";
import type { Session } from "../../state/session.js";
import { type Command, goTo } from "../commands.js";
import { liveEntries } from "./live-entries.js";
import { reveal } from "./reveal.js";
import { type Entry, textEntries } from "./text-entries.js";

/** Loads what lists the nodes of a hub: only a hub needs it. */
export type LoadNodeNames = () => Promise<(session: Session) => Promise<readonly string[]>>;

/** What can be found besides pages and actions. It is loaded when the palette opens. */
export function useSearch(loadNodeNames: LoadNodeNames): readonly Command[] {
  const state = useAppState();
  const { language, texts } = useI18n();
  const scope = useScope();
  const [found, setFound] = useState<readonly Command[]>([]);
  useEffect(() => {
    let isOpen = true;
    const add = (more: readonly Command[]) => isOpen && setFound((before) => [...before, ...more]);
    const addEntries = (entries: readonly Entry[]) =>
      add(
        entries
          .filter(({ page }) => isIn(state.place, page, scope))
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
    liveEntries(state, scope, texts).then(addEntries, ignore);
    const addNodes = async () => {
      const nodeNames = await loadNodeNames();
      const names = await nodeNames(state.session);
      const open = (name: string) => () => {
        location.hash = nodeAddress(name, "overview");
      };
      add(names.map((name) => ({ label: name, group: texts.pages.fleet, words: "", run: open(name) })));
    };
    if (isHub) addNodes().catch(ignore);
    return () => {
      isOpen = false;
    };
  }, [state.session, state.place, scope, language]);
  return found;
}
