import { useEffect, useRef, useState } from "preact/hooks";
import { useBrowserMessages } from "../notifications/browser.js";
import { pageAddress, pageIn } from "../page-names.js";
import { Icon } from "../parts/icon.js";
import { Failure } from "../parts/notice.js";
import { usePage } from "../state/address.js";
import { useCell } from "../state/cell.js";
import { useHelm, useNow, useSpeech } from "../state/hooks.js";
import { isStale } from "../state/live.js";
import type { Language } from "../texts/language.js";
import { Banners } from "./banners.js";
import { LanguageChooser, ThemeChooser } from "./choosers.js";
import { HubBanners } from "./hub-banners.js";
import { Menu } from "./menu.js";
import { Page } from "./page.js";
import { StateBadge } from "./state-badge.js";
import { useTabState } from "./tab-state.js";
import { useHands } from "./use-hands.js";

interface ShellProps {
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
  readonly onPassword: (password: string) => Promise<void>;
}

/** What is around every page: the menu, the banners, who and where one is. */
export function Shell({ language, onLanguage, onPassword }: ShellProps) {
  const { texts } = useSpeech();
  const { session, live, place, node } = useHelm();
  const seen = useCell(live.seen);
  const hub = useCell(live.hub);
  const failure = useCell(live.failure);
  const known = place === "hub" ? hub !== undefined : seen !== undefined;
  const page = pageIn(place, usePage());
  const [open, setOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const title = texts.pages[page];

  const hands = useHands(onLanguage);
  const now = useNow();
  const grey = seen !== undefined && (seen.away !== undefined || isStale(seen, now));
  useTabState(node === undefined ? title : `${title} – ${node}`, seen);
  useBrowserMessages(seen);
  const first = useRef(true);
  useEffect(() => {
    setOpen(false);
    // After a link of the menu, keyboard and screen reader go on at the page, not before the menu.
    if (!first.current) heading.current?.focus();
    first.current = false;
  }, [page]);

  return (
    <div class="shell">
      <header class="top">
        {/* Not a link: the fragment of the address names the page. */}
        <button type="button" class="skip" onClick={() => heading.current?.focus()}>
          {texts.shell.skip}
        </button>
        <button
          type="button"
          class="quiet menu-button"
          aria-expanded={open}
          aria-controls="menu"
          onClick={() => setOpen(!open)}
        >
          <Icon name="menu" />
          <span class="unseen">{texts.shell.menu}</span>
        </button>
        <p class="brand">
          <img src="./icon.svg" alt="" width="24" height="24" /> Pilothouse
        </p>
        {node !== undefined && (
          <p class="steered">
            <a href={pageAddress("fleet")}>
              <Icon name="back" /> {texts.pages.fleet}
            </a>
            <strong>{node}</strong>
          </p>
        )}
        {seen && <StateBadge seen={seen} />}
        <div class={`top-end ${open ? "open" : ""}`}>
          <button type="button" class="quiet search" onClick={hands.onPalette}>
            <Icon name="search" /> {texts.palette.open} <kbd>Ctrl K</kbd>
          </button>
          <LanguageChooser language={language} onLanguage={onLanguage} />
          <ThemeChooser />
          <button type="button" class="quiet" onClick={() => session.signOut()}>
            {texts.shell.signOut}
          </button>
        </div>
      </header>
      <Menu page={page} open={open} onChosen={() => setOpen(false)} />
      <main>
        {seen && <Banners seen={seen} page={page} />}
        {hub && <HubBanners hub={hub} />}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {!known && failure && <Failure error={failure} />}
        {!known && !failure && <p>{texts.common.loading}</p>}
        {/* The page asks for what it needs in the same request as the first look at the router. */}
        <div hidden={!known} class={`page ${grey ? "away" : ""}`}>
          <Page name={page} onPassword={onPassword} />
        </div>
      </main>
      {hands.dialogs}
    </div>
  );
}
