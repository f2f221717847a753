import { ACTIONS, type Action, includes, type Scope } from "@pilothouse/protocol";
import { isIn, PAGE_NAMES, type PageName, pageAddress } from "../page-names.js";
import type { ActionToConfirm } from "../parts/action-dialog.js";
import { applyTheme, THEMES } from "../state/browser/theme.js";
import type { AppState } from "../state/hooks.js";
import { LANGUAGE_NAMES, type Language, nameOf } from "../texts/language.js";
import type { Texts } from "../texts/texts.js";

/** Something that can be opened or done from the palette. */
export interface Command {
  readonly label: string;
  readonly group: string;
  /** Other search words. */
  readonly words: string;
  readonly run: () => void;
  /** It cannot be done now; `group` says why. */
  readonly blocked?: boolean;
}

interface CommandContext {
  readonly state: AppState;
  readonly scope: Scope;
  readonly isLimited: boolean;
  /** Whether the service does not answer. */
  readonly away: boolean;
  /** Whether the router does not run. */
  readonly isDown: boolean;
  readonly texts: Texts;
  readonly onAsk: (action: ActionToConfirm) => void;
  readonly onReseed: () => void;
  readonly onLanguage: (language: Language) => void;
  readonly onShortcuts: () => void;
}

const byForce = (action: Action) => (action.endsWith("Graceful") ? 0 : 1);

export const goTo = (page: PageName): void => {
  location.hash = pageAddress(page);
};

export function commands({
  state,
  scope,
  isLimited,
  away,
  isDown,
  texts,
  onAsk,
  onReseed,
  onLanguage,
  onShortcuts,
}: CommandContext): readonly Command[] {
  const { updates, place, onSignOut } = state;
  const act = (action: Action) => {
    if (action === "FindUpdates") void updates.find();
    else if (action === "Reseed") onReseed();
    else return onAsk(action);
    // That page shows the progress.
    return goTo("control");
  };
  const hindrance = (action: Action) => {
    if (away) return texts.common.serviceAway;
    return isDown && action === "Reseed" ? texts.reasons["reseed.down"] : undefined;
  };
  return [
    ...PAGE_NAMES.filter((page) => isIn(place, page, scope, isLimited)).map((page) => ({
      label: texts.pages[page],
      group: texts.shell.pages,
      words: page === "applications" ? texts.palette.oldNames : page,
      run: () => goTo(page),
    })),
    // Graceful actions first: they are nearly always the right ones.
    ...(place === "hub" || !includes(scope, "operate") ? [] : ACTIONS)
      .toSorted((one, other) => byForce(one) - byForce(other))
      .map((action) => ({
        label: texts.actions[action],
        group: hindrance(action) ?? texts.groups.router,
        blocked: hindrance(action) !== undefined,
        words: action,
        run: () => act(action),
      })),
    ...THEMES.map((theme) => ({
      label: texts.shell.themes[theme],
      group: texts.shell.theme,
      words: theme,
      run: () => applyTheme(theme),
    })),
    ...LANGUAGE_NAMES.map((language) => ({
      label: nameOf(language),
      group: texts.shell.language,
      words: language,
      run: () => onLanguage(language),
    })),
    { label: texts.palette.shortcuts, group: "?", words: "help ?", run: onShortcuts },
    { label: texts.shell.signOut, group: "", words: "logout exit", run: onSignOut },
  ];
}

const plain = (label: string): string => label.toLowerCase().replace(/…$/, "");

/** So many are shown at most: one more letter says more than a long list. */
const MOST = 50;

/**
 * Commands that contain every typed word, and of `more` those that are not a command already. Those with what is typed
 * as a word of their label come first, then those that begin with it, then those with it in the label. Nothing is
 * searched for until something is typed.
 */
export function matching(
  all: readonly Command[],
  typed: string,
  more: readonly Command[] = [],
): readonly Command[] {
  const wanted = typed.toLowerCase().trim();
  const parts = wanted.split(/\s+/).filter(Boolean);
  const rank = ({ label }: Command) => {
    const text = label.toLowerCase();
    const isWhole = text.split(/[\s-]+/).includes(wanted);
    return isWhole ? 0 : text.startsWith(wanted) ? 1 : text.includes(wanted) ? 2 : 3;
  };
  const fits = ({ label, group, words }: Command) => {
    const text = `${label} ${group} ${words}`.toLowerCase();
    return parts.every((part) => text.includes(part));
  };
  const seen = new Set(all.map(({ label }) => plain(label)));
  const isNew = ({ label, group }: Command) => {
    const key = `${plain(label)} ${group}`;
    return !seen.has(plain(label)) && !seen.has(key) && seen.add(key);
  };
  const others = wanted === "" ? [] : more.filter((one) => fits(one) && isNew(one));
  return [...all.filter(fits), ...others]
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, wanted === "" ? undefined : MOST);
}
