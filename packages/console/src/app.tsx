import { ClientError, type Link } from "@pilothouse/client/browser";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { makeFormat } from "./format.js";
import { isFleetPage, pageAddress } from "./page-names.js";
import { loadPage } from "./shell/page-code.js";
import { Shell } from "./shell/shell.js";
import { NewPassword } from "./sign-in/new-password.js";
import { SignIn } from "./sign-in/sign-in.js";
import { addressParams, currentPage, useNode, usePage } from "./state/browser/address.js";
import { loadTypeface } from "./state/browser/late-typeface.js";
import { loadToken, savePreference, saveToken } from "./state/browser/storage.js";
import { Cell, useCell } from "./state/cell.js";
import { Drafts } from "./state/drafts/drafts.js";
import { AppStateContext, I18nContext } from "./state/hooks.js";
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
import type { Texts } from "./texts/en.js";
import { LANGUAGES, type Language, localeOf } from "./texts/language.js";

interface LoadedLanguage {
  readonly language: Language;
  readonly texts: Texts;
}

interface AppProps {
  readonly link: Link;
  readonly first: LoadedLanguage;
  readonly setup: Setup;
}

/** The whole page: who is signed in, and in which language it speaks. The token lives here, and outlives a reload. */
export function App({ link, first, setup }: AppProps) {
  const [shown, setShown] = useState(first);
  const [end, setEnd] = useState<SessionEnd | undefined>(setup.choose ? "factory" : undefined);
  const [accounts, setAccounts] = useState(setup.accounts);
  const begin = (token: string) => new Session(link, token, finish);
  const finish = (why: SessionEnd) => {
    saveToken(undefined);
    setEnd(why);
    // After a reload nobody has asked yet.
    void fetchSetup(link).then((now) => setAccounts(now.accounts));
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
  const changeLanguage = async (next: Language) => {
    wanted.current = next;
    try {
      const loaded = await LANGUAGES[next].load();
      // Another language may have been chosen meanwhile.
      if (wanted.current !== next) return;
      savePreference("language", next);
      setShown({ language: next, texts: loaded });
    } catch {
      // Its file could not be loaded. Drawing again puts the chooser back.
      setShown((now) => ({ ...now }));
      i18n.announce(texts.banners.serviceAway);
    }
  };
  const enter = async (password: string, user?: string) => {
    // With the page's code there, its first view comes with the first request.
    const [token] = await Promise.all([
      signIn(link, password, user),
      loadPage(currentPage()).catch(() => {}),
    ]);
    saveToken(token);
    setEnd(undefined);
    setSession(begin(token));
  };

  /** With a password that was just set, and which ended the session: should this fail, one signs in by hand. */
  const enterAgain = (password: string) => enter(password).catch(() => finish("ended"));

  const chooseAndEnter = async (password: string) => {
    try {
      await setFirstPassword(link, password);
    } catch (error) {
      // Another has been chosen meanwhile.
      if (error instanceof ClientError && error.kind === "login") setEnd(undefined);
      throw error;
    }
    location.hash = pageAddress("welcome");
    await enterAgain(password);
  };

  const signedIn = session !== undefined && end === undefined;
  // At once, not after the next drawing: a page that is not seen draws nothing, and may be closed before.
  useLayoutEffect(() => {
    if (!signedIn) return;
    const leave = () => session.leave();
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, [signedIn, session]);
  const languageProps = { language, onLanguage: changeLanguage };
  return (
    <I18nContext.Provider value={i18n}>
      {signedIn && (
        <SignedIn key={session.token} session={session} onPassword={enterAgain} {...languageProps} />
      )}
      {end === "factory" && <NewPassword onChosen={chooseAndEnter} {...languageProps} />}
      {!signedIn && end !== "factory" && (
        <SignIn onSignIn={enter} why={end} accounts={accounts} {...languageProps} />
      )}
      <LiveRegion announcement={announcement} />
    </I18nContext.Provider>
  );
}

interface SignedInProps {
  readonly session: Session;
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
  readonly onPassword: (password: string) => Promise<void>;
}

function SignedIn({ session, onPassword, ...rest }: SignedInProps) {
  const ownLive = useMemo(() => new Live(session), [session]);
  const node = useNode();
  const isHub = useCell(ownLive.hub) !== undefined;
  const isRouter = useCell(ownLive.snapshot) !== undefined;
  const page = usePage();
  // Until the server has said what it is, the address tells.
  const place = node !== undefined ? "node" : isHub || (isFleetPage(page) && !isRouter) ? "hub" : "router";
  const [remounts, setRemounts] = useState(0);
  const state = useMemo(() => {
    const used = node === undefined ? session : session.at(node);
    return {
      place,
      node,
      session: used,
      live: node === undefined ? ownLive : new Live(used),
      updates: new Updates(used),
      drafts: new Drafts(),
      view: new Cell(viewOf(addressParams()) ?? FIRST_VIEW),
    } as const;
  }, [session, ownLive, place, node, remounts]);
  // The password of a node is not the one that this page signed in with.
  const changed = node === undefined ? onPassword : async () => setRemounts((before) => before + 1);
  useEffect(() => state.live.start(), [state]);
  useEffect(() => state.drafts.guard(), [state]);
  return (
    <AppStateContext.Provider value={state}>
      <Shell key={`${place} ${node} ${remounts}`} onPassword={changed} {...rest} />
    </AppStateContext.Provider>
  );
}

/** A sentence that is said twice is a change only when there was something else in between. */
const announceIn = (announcement: Cell<string>) => (sentence: string) => {
  announcement.set("");
  setTimeout(() => announcement.set(sentence), 50);
};

/** What happens without being looked at is said here, for those who listen. */
const LiveRegion = ({ announcement }: { readonly announcement: Cell<string> }) => (
  <div class="unseen" role="status" aria-live="polite">
    {useCell(announcement)}
  </div>
);
