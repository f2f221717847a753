import type { Link } from "@pilothouse/client/browser";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { makeFormat } from "./format.js";
import { NewPassword } from "./pages/new-password.js";
import { SignIn } from "./pages/sign-in.js";
import { Shell } from "./parts/shell.js";
import { Cell, useCell } from "./state/cell.js";
import { HelmContext, SpeechContext } from "./state/hooks.js";
import { keep } from "./state/kept.js";
import { Live } from "./state/live.js";
import { type End, Session, signIn } from "./state/session.js";
import { Updates } from "./state/updates.js";
import type { Texts } from "./texts/en.js";
import { LANGUAGES, type Language, localeOf } from "./texts/language.js";

interface Spoken {
  readonly language: Language;
  readonly texts: Texts;
}

interface AppProps {
  readonly link: Link;
  readonly first: Spoken;
}

/** The whole page: who is signed in, and in which language it speaks. The token lives here and nowhere else. */
export function App({ link, first }: AppProps) {
  const [spoken, setSpoken] = useState(first);
  const [session, setSession] = useState<Session>();
  const [end, setEnd] = useState<End>();
  const said = useMemo(() => new Cell(""), []);
  const { language, texts } = spoken;
  const speech = useMemo(
    () => ({
      texts,
      format: makeFormat(localeOf(language, navigator.languages), texts),
      say: speakUp(said),
    }),
    [language, texts, said],
  );

  useEffect(() => {
    document.documentElement.lang = language;
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
  const enter = async (password: string) => {
    const token = await signIn(link, password);
    setEnd(undefined);
    setSession(new Session(link, token, setEnd));
  };

  /** With a password that was just set, and which ended the session: should this fail, one signs in by hand. */
  const enterAnew = (password: string) => enter(password).catch(() => setEnd("ended"));

  const signedIn = session !== undefined && end === undefined;
  const choosing = session !== undefined && end === "factory";
  return (
    <SpeechContext.Provider value={speech}>
      {signedIn && (
        <Steering
          key={session.token}
          session={session}
          language={language}
          onLanguage={speak}
          onPassword={enterAnew}
        />
      )}
      {choosing && <NewPassword session={session} onChosen={enterAnew} />}
      {!signedIn && !choosing && <SignIn onSignIn={enter} why={end} language={language} onLanguage={speak} />}
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

function Steering({ session, ...rest }: SteeringProps) {
  const helm = useMemo(
    () => ({ session, live: new Live(session), updates: new Updates(session) }),
    [session],
  );
  useEffect(() => helm.live.start(), [helm]);
  return (
    <HelmContext.Provider value={helm}>
      <Shell {...rest} />
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
