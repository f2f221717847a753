import { ClientError, type Link } from "@pilothouse/client/browser";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { NewPassword } from "./features/access/sign-in/new-password.js";
import { SignIn } from "./features/access/sign-in/sign-in.js";
import { SignInLayout } from "./features/access/sign-in/sign-in-layout.js";
import { makeFormat } from "./format.js";
import { NotLoaded } from "./loading/not-loaded.js";
import { NotLoadedDialog } from "./loading/not-loaded-dialog.js";
import { pageAddress } from "./page-names.js";
import { loadSignedIn, type SignedInCode } from "./shell/signed-in-code.js";
import { loadDevice } from "./state/browser/device.js";
import { loadTypeface } from "./state/browser/late-typeface.js";
import {
  forgetRestoring,
  isRestoring,
  loadToken,
  savePreference,
  saveToken,
} from "./state/browser/storage.js";
import { Cell, useCell } from "./state/cell.js";
import { DraftStore } from "./state/drafts/draft-store.js";
import { DraftStoreContext, FirstI18nContext, I18nContext } from "./state/hooks.js";
import {
  fetchSetup,
  type SessionEnd,
  type Setup,
  setFirstPassword,
  signIn,
  signInByDevice,
} from "./state/sign-in.js";
import { makeFill } from "./texts/fill.js";
import { type Language, loadTexts, localeOf, nameOf } from "./texts/language.js";
import type { FirstTexts } from "./texts/texts.js";

interface LoadedLanguage {
  readonly language: Language;
  readonly texts: FirstTexts;
  /** Undefined before sign-in, and if it could not be loaded. */
  readonly code: SignedInCode | undefined;
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
  const [token, setToken] = useState(loadToken);
  const drafts = useMemo(() => new DraftStore(), []);
  useEffect(() => drafts.guard(), [drafts]);
  const finish = async (why: SessionEnd): Promise<void> => {
    const next = why === "expired" ? await signInByDevice(link) : undefined;
    saveToken(next);
    if (next !== undefined) return setToken(next);
    if (why === "signedOut") drafts.clear();
    setEnd(why === "ended" && isRestoring() ? "restored" : why);
    forgetRestoring();
    // After a reload this was not asked yet.
    void fetchSetup(link).then(setSetup);
  };
  const announcement = useMemo(() => new Cell(""), []);
  const { language, texts, code } = shown;
  const firstI18n = useMemo(
    () => ({
      texts,
      language,
      fill: makeFill(language),
      format: makeFormat(localeOf(language, navigator.languages), texts),
      announce: announceIn(announcement),
    }),
    [language, texts, announcement],
  );
  const i18n = useMemo(
    () => code && { ...firstI18n, texts: { ...texts, ...code.texts } },
    [firstI18n, texts, code],
  );

  useEffect(() => {
    document.documentElement.lang = language;
    loadTypeface(language);
  }, [language]);

  const signedIn = token !== undefined && end === undefined;
  const wanted = useRef(language);
  const [missing, setMissing] = useState<Language>();
  const loadLanguage = async (next: Language) => {
    const [nextTexts, nextCode] = await Promise.all([
      loadTexts("first", next),
      signedIn ? loadSignedIn(next, accounts) : undefined,
    ]);
    // Another language may have been chosen while it loaded.
    if (wanted.current !== next) return;
    savePreference("language", next);
    setMissing(undefined);
    setShown({ language: next, texts: nextTexts, code: nextCode });
  };
  const changeLanguage = (next: Language) => {
    wanted.current = next;
    loadLanguage(next).catch(() => {
      // Rendering again resets the chooser.
      setShown((now) => ({ ...now }));
      setMissing(next);
    });
  };
  const loadCode = async () => {
    const loaded = await loadSignedIn(language, accounts);
    setShown((now) => (now.language === language ? { ...now, code: loaded } : now));
  };
  const enter = async (password: string, user = "", keep = false) => {
    const [next] = await Promise.all([
      signIn(link, password, user, keep),
      // If that fails, it is said after sign-in.
      loadCode().catch(() => {}),
    ]);
    saveToken(next);
    drafts.signedIn(user);
    setEnd(undefined);
    setToken(next);
  };

  /** Signs in with a new password, which ended the session. If that fails, show the sign-in form. */
  const enterAgain = async (password: string, user?: string) =>
    enter(password, user, (await loadDevice()) !== undefined).catch(() => finish("ended"));

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

  const languageProps = { language, onLanguage: changeLanguage };
  // Whoever types a password needs the rest in a moment.
  const signInProps = {
    ...languageProps,
    onTyping: () => void loadSignedIn(language, accounts).catch(() => {}),
  };
  return (
    <FirstI18nContext.Provider value={firstI18n}>
      <DraftStoreContext.Provider value={drafts}>
        {signedIn && code && (
          <I18nContext.Provider value={i18n}>
            <code.SignedIn
              key={token}
              link={link}
              token={token}
              onEnd={finish}
              onPassword={enterAgain}
              {...languageProps}
            />
          </I18nContext.Provider>
        )}
        {signedIn && code === undefined && (
          <SignInLayout title={texts.common.loading}>
            <NotLoaded load={loadCode} />
          </SignInLayout>
        )}
        {end === "factory" && <NewPassword onChosen={chooseAndEnter} {...signInProps} />}
        {!signedIn && end !== "factory" && (
          <SignIn onSignIn={enter} why={end} accounts={accounts} passwd={passwd} {...signInProps} />
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
    </FirstI18nContext.Provider>
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
