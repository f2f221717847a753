import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { BrowserMessages } from "../notifications/browser.js";
import { Icon } from "../parts/icon.js";
import { usePage } from "../state/address.js";
import { useCell, usePart } from "../state/cell.js";
import { useHelm, useSpeech } from "../state/hooks.js";
import type { Seen } from "../state/live.js";
import type { Language } from "../texts/language.js";
import { Banners } from "./banners.js";
import { LanguageChooser, ThemeChooser } from "./choosers.js";
import { Menu } from "./menu.js";
import { Page } from "./page.js";
import { StateBadge } from "./state-badge.js";
import { TabState } from "./tab-state.js";
import { useHands } from "./use-hands.js";

interface ShellProps {
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
  readonly onPassword: (password: string) => Promise<void>;
}

/** What is around every page: the menu, the banners, who and where one is. */
export function Shell({ language, onLanguage, onPassword }: ShellProps) {
  const { texts } = useSpeech();
  const { session } = useHelm();
  const page = usePage();
  const [open, setOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const title = texts.pages[page];

  const hands = useHands(onLanguage);
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
        <StateBadge />
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
        <TabState title={title} />
        <BrowserMessages />
        <Banners page={page} />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {/* The page asks for what it needs in the same request as the first look at the router. */}
        <Frame>
          <Page name={page} onPassword={onPassword} />
        </Frame>
      </main>
      {hands.dialogs}
    </div>
  );
}

const isSeen = (seen: Seen | undefined) => seen !== undefined;
const isAway = (seen: Seen | undefined) => seen?.away !== undefined;

/** Around the page: hidden until something is known of the router, grey while that is not current. */
function Frame({ children }: { readonly children: ComponentChildren }) {
  const { texts } = useSpeech();
  const { live } = useHelm();
  const seen = usePart(live.seen, isSeen);
  const away = usePart(live.seen, isAway);
  const stale = useCell(live.stale);
  return (
    <>
      {!seen && <p>{texts.common.loading}</p>}
      <div hidden={!seen} class={`page ${seen && (away || stale) ? "away" : ""}`}>
        {children}
      </div>
    </>
  );
}
