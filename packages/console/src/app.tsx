import { ClientError, type Link } from "@pilothouse/client/browser";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { NewPassword } from "./features/access/sign-in/new-password.js";
import { SignIn } from "./features/access/sign-in/sign-in.js";
import { makeFormat } from "./format.js";
import { NotLoadedDialog } from "./loading/not-loaded-dialog.js";
import { isFleetPage, pageAddress } from "./page-names.js";
import { preloadPage } from "./shell/page-code.js";
import { Shell } from "./shell/shell.js";
import { SignOutDialog } from "./shell/sign-out-dialog.js";
import { addressParams, currentPage, useNode, usePage } from "./state/browser/address.js";
import { loadTypeface } from "./state/browser/late-typeface.js";
import { loadToken, savePreference, saveToken } from "./state/browser/storage.js";
import { Cell, useCell } from "./state/cell.js";
import { DraftStore } from "./state/drafts/draft-store.js";
import { AppStateContext, DraftStoreContext, I18nContext, useDraftStore } from "./state/hooks.js";
import { Live } from "./state/live.js";
import {
  fetchSetup,
  Session,
  type SessionEnd,
  type Setup,
  setFirstPassword,
  signIn,
} from "./state/session.js";
import { Updates } from "./state/updates.js";
import { FIRST_VIEW, viewOf } from "./state/view.js";
import { makeFill } from "./texts/fill.js";
import { type Language, loadTexts, localeOf, nameOf } from "./texts/language.js";
import type { Texts } from "./texts/texts.js";

interface LoadedLanguage {
  readonly language: Language;
  readonly texts: Texts;
}

interface AppProps {
  readonly link: Link;
  readonly first: LoadedLanguage;
  readonly setup: Setup;
}

/** The whole page: the session and the language. */
export function App({ link, first, setup }: AppProps) {
  const [shown, setShown] = useState(first);
  const [end, setEnd] = useState<SessionEnd | undefined>(setup.choose ? "factory" : undefined);
  const [{ accounts, passwd }, setSetup] = useState(setup);
  const begin = (token: string) => new Session(link, token, finish);
  const drafts = useMemo(() => new DraftStore(), []);
  useEffect(() => drafts.guard(), [drafts]);
  const finish = (why: SessionEnd) => {
    saveToken(undefined);
    if (why === "signedOut") drafts.clear();
    setEnd(why);
    // After a reload this was not asked yet.
    void fetchSetup(link).then(setSetup);
  };
  const [session, setSession] = useState(() => {
    const token = loadToken();
    return token === undefined ? undefined : begin(token);
  });
  const announcement = useMemo(() => new Cell(""), []);
  const { language, texts } = shown;
  const i18n = useMemo(
    () => ({
      texts,
      language,
      fill: makeFill(language),
      format: makeFormat(localeOf(language, navigator.languages), texts),
      announce: announceIn(announcement),
    }),
    [language, texts, announcement],
  );

  useEffect(() => {
    document.documentElement.lang = language;
    loadTypeface(language);
  }, [language]);

  const wanted = useRef(language);
  const [missing, setMissing] = useState<Language>();
  const loadLanguage = async (next: Language) => {
    const loaded = await loadTexts("main", next);
    // Another language may have been chosen while it loaded.
    if (wanted.current !== next) return;
    savePreference("language", next);
    setMissing(undefined);
    setShown({ language: next, texts: loaded });
  };
  const changeLanguage = (next: Language) => {
    wanted.current = next;
    loadLanguage(next).catch(() => {
      // Rendering again resets the chooser.
      setShown((now) => ({ ...now }));
      setMissing(next);
    });
  };
  const enter = async (password: string, user = "") => {
    // Load the page's code as well, so that its calls are part of the first request.
    const [token] = await Promise.all([
      signIn(link, password, user),
      // Only a hub has accounts.
      preloadPage(currentPage(), accounts),
    ]);
    saveToken(token);
    drafts.signedIn(user);
    setEnd(undefined);
    setSession(begin(token));
  };

  /** Signs in with a new password, which ended the session. If that fails, show the sign-in form. */
  const enterAgain = (password: string, user?: string) => enter(password, user).catch(() => finish("ended"));

  const chooseAndEnter = async (password: string) => {
    try {
      await setFirstPassword(link, password);
    } catch (error) {
      // Somebody else has already chosen a password.
      if (error instanceof ClientError && error.kind === "login") setEnd(undefined);
      throw error;
    }
    location.hash = pageAddress("welcome");
    await enterAgain(password);
  };

  const signedIn = session !== undefined && end === undefined;
  // A layout effect runs at once. A hidden page paints nothing, so a normal effect might run too late.
  useLayoutEffect(() => {
    if (!signedIn) return;
    const leave = () => session.leave();
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, [signedIn, session]);
  const languageProps = { language, onLanguage: changeLanguage };
  return (
    <I18nContext.Provider value={i18n}>
      <DraftStoreContext.Provider value={drafts}>
        {signedIn && (
          <SignedIn key={session.token} session={session} onPassword={enterAgain} {...languageProps} />
        )}
        {end === "factory" && <NewPassword onChosen={chooseAndEnter} {...languageProps} />}
        {!signedIn && end !== "factory" && (
          <SignIn onSignIn={enter} why={end} accounts={accounts} passwd={passwd} {...languageProps} />
        )}
        {missing && (
          <NotLoadedDialog
            title={nameOf(missing)}
            load={() => loadLanguage(missing)}
            onClose={() => setMissing(undefined)}
          />
        )}
        <LiveRegion announcement={announcement} />
      </DraftStoreContext.Provider>
    </I18nContext.Provider>
  );
}

interface SignedInProps {
  readonly session: Session;
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
  readonly onPassword: (password: string, account?: string) => Promise<void>;
}

function SignedIn({ session, onPassword, ...rest }: SignedInProps) {
  const serviceLive = useMemo(() => new Live(session), [session]);
  const node = useNode();
  const isHub = useCell(serviceLive.hub) !== undefined;
  const isRouter = useCell(serviceLive.snapshot) !== undefined;
  const page = usePage();
  const drafts = useDraftStore();
  const account = useCell(serviceLive.hub)?.status.account;
  useEffect(() => {
    // After a reload it is not known from the sign-in form.
    if (account !== undefined) drafts.owner = account ?? "";
  }, [drafts, account]);
  const [isLeaving, setLeaving] = useState(false);
  // Until the server has said what it is, go by the address.
  const place = node !== undefined ? "node" : isHub || (isFleetPage(page) && !isRouter) ? "hub" : "router";
  const [remounts, setRemounts] = useState(0);
  const state = useMemo(() => {
    const used = node === undefined ? session : session.at(node);
    const live = node === undefined ? serviceLive : new Live(used);
    return {
      place,
      node,
      session: used,
      live,
      updates: new Updates(used, live.reconnects),
      drafts: drafts.at(node),
      onSignOut: () => (drafts.unsaved.length > 0 ? setLeaving(true) : session.signOut()),
      view: new Cell(viewOf(addressParams()) ?? FIRST_VIEW),
    } as const;
  }, [session, serviceLive, place, node, remounts, drafts]);
  // This page is not signed in with the node's password, so only mount its pages again.
  const changed = node === undefined ? onPassword : async () => setRemounts((before) => before + 1);
  useEffect(() => state.live.start(), [state]);
  return (
    <AppStateContext.Provider value={state}>
      <Shell key={`${place} ${node} ${remounts}`} onPassword={changed} {...rest} />
      {isLeaving && (
        <SignOutDialog
          unsaved={drafts.unsaved}
          onLeave={() => setLeaving(false)}
          onYes={() => session.signOut()}
        />
      )}
    </AppStateContext.Provider>
  );
}

/** Screen readers read a repeated sentence only if the text changed in between. */
const announceIn = (announcement: Cell<string>) => (sentence: string) => {
  announcement.set("");
  setTimeout(() => announcement.set(sentence), 50);
};

/** Announcements for screen readers. */
const LiveRegion = ({ announcement }: { readonly announcement: Cell<string> }) => (
  <div class="unseen" role="status" aria-live="polite">
    {useCell(announcement)}
  </div>
);
