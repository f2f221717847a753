import type { ClientError } from "@pilothouse/client/browser";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useVerdict } from "../features/health/use-verdict.js";
import { BrowserNotifications } from "../features/notify/browser.js";
import { pageAddress, pageIn } from "../page-names.js";
import { LanguageChooser, type LanguageProps, ThemeChooser } from "../parts/choosers.js";
import { Icon } from "../parts/icon.js";
import { Failure } from "../parts/notice.js";
import { usePage } from "../state/browser/address.js";
import { useCell, useSelector } from "../state/cell.js";
import { useAppState, useI18n, useLoaded } from "../state/hooks.js";
import { type HubSnapshot, isKnown } from "../state/live.js";
import { useLimited, useScope } from "../state/scope.js";
import { isUnanswered } from "../state/sign-in.js";
import { Banners, HubBanners } from "./banners.js";
import { useLoadAhead } from "./load-ahead.js";
import { Menu } from "./menu.js";
import { Page } from "./page.js";
import { loadAwayNode, loadSaidByHub } from "./page-code.js";
import { TabState } from "./tab-state.js";
import { usePalette } from "./use-palette.js";

interface ShellProps extends LanguageProps {
  /** The address that was shown last. It outlives the shell, of which every node has its own. */
  readonly shown: { current: string | undefined };
  readonly onPassword: (password: string, account?: string) => Promise<void>;
}

/** What surrounds every page: header, menu and banners. */
export function Shell({ language, onLanguage, onPassword, shown }: ShellProps) {
  const { texts } = useI18n();
  const { place, node, onSignOut } = useAppState();
  const addressed = usePage();
  const page = pageIn(place, addressed, useScope(), useLimited());
  const [open, setOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const title = texts.pages[page];

  const palette = usePalette(onLanguage);
  useLoadAhead(language);
  useEffect(() => {
    setOpen(false);
    const address = `${node} ${addressed}`;
    // After a click on a link, keyboard and screen reader continue at the page, not before the menu.
    if (![undefined, address].includes(shown.current)) heading.current?.focus({ preventScroll: true });
    shown.current = address;
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
          onClick={() => {
            setOpen(!open);
            // On a narrow screen it is above the page, and out of sight where one has scrolled down.
            if (!open) scrollTo(0, 0);
          }}
        >
          <Icon name="menu" />
          <span class="unseen">{texts.shell.menu}</span>
        </button>
        <p class="brand">
          <img src="./icon.svg" alt="" width="24" height="24" /> Pilothouse
        </p>
        {node !== undefined && (
          <p class="managed-node">
            <a href={pageAddress("fleet")}>
              <Icon name="back" /> {texts.pages.fleet}
            </a>
            <strong>{node}</strong>
          </p>
        )}
        <StateBadge />
        <div class={`top-end ${open ? "open" : ""}`}>
          <button type="button" class="quiet search" onClick={palette.onPalette}>
            <Icon name="search" /> {texts.palette.open} <kbd>{texts.palette.ctrl} K</kbd>
          </button>
          <LanguageChooser language={language} onLanguage={onLanguage} />
          <ThemeChooser />
          <button type="button" class="quiet" onClick={onSignOut}>
            {texts.shell.signOut}
          </button>
        </div>
      </header>
      <Menu page={page} open={open} onChosen={() => setOpen(false)} />
      <main>
        <TabState title={node === undefined ? title : `${title} – ${node}`} />
        <BrowserNotifications />
        <Banners page={page} />
        <HubBanners page={page} />
        {place === "node" && <OfNode />}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {/* Rendered at once, so that the page's calls go in the same request as the first poll. */}
        <Frame>
          <Page name={page} onPassword={onPassword} />
        </Frame>
      </main>
      {palette.dialogs}
    </div>
  );
}

/** The router's state in a word, on every page. */
function StateBadge() {
  const verdict = useVerdict();
  return (
    verdict && (
      <p class={`badge ${verdict.severity}`}>
        <Icon name={verdict.severity} />
        <span>{verdict.says}</span>
      </p>
    )
  );
}

const isAway = (snapshot: HubSnapshot | undefined) => snapshot?.away !== undefined;

/** Hides the page until the first poll was answered, and greys it out while the values are not current. */
function Frame({ children }: { readonly children: ComponentChildren }) {
  const { texts } = useI18n();
  const { live, place } = useAppState();
  const router = useSelector(live.snapshot, isKnown);
  const hub = useSelector(live.hub, isKnown);
  const routerAway = useSelector(live.snapshot, isAway);
  const hubAway = useSelector(live.hub, isAway);
  const failure = useCell(live.failure);
  const stale = useCell(live.stale);
  const known = place === "hub" ? hub : router;
  return (
    <>
      {!known && failure && (place === "node" ? <NodeAway failure={failure} /> : <Failure error={failure} />)}
      {!known && !failure && <p>{texts.common.loading}</p>}
      <div hidden={!known} class={`page ${routerAway || hubAway || (known && stale) ? "away" : ""}`}>
        {children}
      </div>
    </>
  );
}

/** What only the hub knows of a node that can be called. */
function OfNode() {
  const isShown = useSelector(useAppState().live.snapshot, isKnown);
  const Said = useLoaded(loadSaidByHub).value;
  return isShown && Said ? <Said onPassword={async () => {}} /> : null;
}

/** Of a node that cannot be called the hub still knows something, unless it does not answer itself. */
function NodeAway({ failure }: { readonly failure: ClientError }) {
  const Away = useLoaded(loadAwayNode).value;
  return Away && !isUnanswered(failure) ? <Away onPassword={async () => {}} /> : <Failure error={failure} />;
}
