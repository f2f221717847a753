import { ClientError, type Link } from "@pilothouse/client/browser";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { makeFormat } from "./format.js";
import { NewPassword } from "./gate/new-password.js";
import { SignIn } from "./gate/sign-in.js";
import { isFleetPage, pageAddress } from "./page-names.js";
import { loadPage } from "./shell/page-code.js";
import { Shell } from "./shell/shell.js";
import { addressParams, currentPage, useNode, usePage } from "./state/browser/address.js";
import { loadTypeface } from "./state/browser/late-typeface.js";
import { keep, keepToken, keptToken } from "./state/browser/storage.js";
import { Cell, useCell } from "./state/cell.js";
import { Drafts } from "./state/drafts/drafts.js";
import { HelmContext, SpeechContext } from "./state/hooks.js";
import { Live } from "./state/live.js";
import { askSetup, chooseFirst, type End, Session, type Setup, signIn } from "./state/session.js";
import { Updates } from "./state/updates.js";
import { FIRST_VIEW, viewOf } from "./state/view.js";
import type { Texts } from "./texts/en.js";
import { LANGUAGES, type Language, localeOf } from "./texts/language.js";

interface Spoken {
  readonly language: Language;
  readonly texts: Texts;
}

interface AppProps {
  readonly link: Link;
  readonly first: Spoken;
  readonly setup: Setup;
}

/** The whole page: who is signed in, and in which language it speaks. The token lives here, and outlives a reload. */
export function App({ link, first, setup }: AppProps) {
  const [spoken, setSpoken] = useState(first);
  const [end, setEnd] = useState<End | undefined>(setup.choose ? "factory" : undefined);
  const [accounts, setAccounts] = useState(setup.accounts);
  const begin = (token: string) => new Session(link, token, finish);
  const finish = (why: End) => {
    keepToken(undefined);
    setEnd(why);
    // After a reload nobody has asked yet.
    void askSetup(link).then((now) => setAccounts(now.accounts));
  };
  const [session, setSession] = useState(() => {
    const token = keptToken();
    return token === undefined ? undefined : begin(token);
  });
  const said = useMemo(() => new Cell(""), []);
  const { language, texts } = spoken;
  const speech = useMemo(
    () => ({
      texts,
      language,
      format: makeFormat(localeOf(language, navigator.languages), texts),
      say: speakUp(said),
    }),
    [language, texts, said],
  );

  useEffect(() => {
    document.documentElement.lang = language;
    loadTypeface(language);
  }, [language]);

  const wanted = useRef(language);
  const speak = async (next: Language) => {
    wanted.current = next;
    try {
      const loaded = await LANGUAGES[next].load();
      // Another language may have been chosen meanwhile.
      if (wanted.current !== next) return;
      keep("language", next);
      setSpoken({ language: next, texts: loaded });
    } catch {
      // Its file could not be loaded. Drawing again puts the chooser back.
      setSpoken((now) => ({ ...now }));
      speech.say(texts.banners.serviceAway);
    }
  };
  const enter = async (password: string, user?: string) => {
    // With the page's code there, its first view comes with the first request.
    const [token] = await Promise.all([
      signIn(link, password, user),
      loadPage(currentPage()).catch(() => {}),
    ]);
    keepToken(token);
    setEnd(undefined);
    setSession(begin(token));
  };

  /** With a password that was just set, and which ended the session: should this fail, one signs in by hand. */
  const enterAnew = (password: string) => enter(password).catch(() => finish("ended"));

  const chooseAndEnter = async (password: string) => {
    try {
      await chooseFirst(link, password);
    } catch (error) {
      // Another has been chosen meanwhile.
      if (error instanceof ClientError && error.kind === "login") setEnd(undefined);
      throw error;
    }
    location.hash = pageAddress("welcome");
    await enterAnew(password);
  };

  const signedIn = session !== undefined && end === undefined;
  // At once, not after the next drawing: a page that is not seen draws nothing, and may be closed before.
  useLayoutEffect(() => {
    if (!signedIn) return;
    const leave = () => session.leave();
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, [signedIn, session]);
  const gate = { language, onLanguage: speak };
  return (
    <SpeechContext.Provider value={speech}>
      {signedIn && <Steering key={session.token} session={session} onPassword={enterAnew} {...gate} />}
      {end === "factory" && <NewPassword onChosen={chooseAndEnter} {...gate} />}
      {!signedIn && end !== "factory" && <SignIn onSignIn={enter} why={end} accounts={accounts} {...gate} />}
      <Voice said={said} />
    </SpeechContext.Provider>
  );
}

interface SteeringProps {
  readonly session: Session;
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
  readonly onPassword: (password: string) => Promise<void>;
}

function Steering({ session, onPassword, ...rest }: SteeringProps) {
  const own = useMemo(() => new Live(session), [session]);
  const node = useNode();
  const isHub = useCell(own.hub) !== undefined;
  const isRouter = useCell(own.seen) !== undefined;
  const page = usePage();
  // Until the server has said what it is, the address tells.
  const place = node !== undefined ? "node" : isHub || (isFleetPage(page) && !isRouter) ? "hub" : "router";
  const [turn, setTurn] = useState(0);
  const helm = useMemo(() => {
    const used = node === undefined ? session : session.at(node);
    return {
      place,
      node,
      session: used,
      live: node === undefined ? own : new Live(used),
      updates: new Updates(used),
      drafts: new Drafts(),
      view: new Cell(viewOf(addressParams()) ?? FIRST_VIEW),
    } as const;
  }, [session, own, place, node, turn]);
  // The password of a node is not the one that this page signed in with.
  const changed = node === undefined ? onPassword : async () => setTurn((before) => before + 1);
  useEffect(() => helm.live.start(), [helm]);
  useEffect(() => helm.drafts.guard(), [helm]);
  return (
    <HelmContext.Provider value={helm}>
      <Shell key={`${place} ${node} ${turn}`} onPassword={changed} {...rest} />
    </HelmContext.Provider>
  );
}

/** A sentence that is said twice is a change only when there was something else in between. */
const speakUp = (said: Cell<string>) => (sentence: string) => {
  said.set("");
  setTimeout(() => said.set(sentence), 50);
};

/** What happens without being looked at is said here, for those who listen. */
const Voice = ({ said }: { readonly said: Cell<string> }) => (
  <div class="unseen" role="status" aria-live="polite">
    {useCell(said)}
  </div>
);
