import type { ClientError } from "@pilothouse/client/browser";
import type { CodedText } from "@pilothouse/protocol";
import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import { errorWords, fieldWords, isLaterReason } from "../reasons/error-words.js";
import { reasonWords } from "../reasons/reason-words.js";
import { I18nContext, type Loaded, useFirstI18n, useLoaded } from "../state/hooks.js";
import { isUnanswered } from "../state/sign-in.js";
import { type Language, loadTexts } from "../texts/language.js";

type Tone = "info" | "good" | "warning" | "error";

/** A highlighted message. Screen readers read errors at once. */
export const Notice = ({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) => (
  <div class={`notice ${tone}`} role={tone === "error" ? "alert" : undefined}>
    {children}
  </div>
);

/** An error, with an optional retry. */
export function Failure({
  error,
  retry,
}: {
  readonly error: ClientError | undefined;
  readonly retry?: (() => void) | undefined;
}) {
  const { texts } = useFirstI18n();
  if (error === undefined || error.kind === "login") return null;
  return (
    <Notice tone="error">
      <strong>{texts.common.failed}</strong> <ErrorWords error={error} />{" "}
      {retry && (
        <button type="button" onClick={retry}>
          {texts.common.tryAgain}
        </button>
      )}
    </Notice>
  );
}

/** What is shown before a value has loaded, and why it has not. */
export function Loading({
  of: { value, error, reload },
}: {
  readonly of: Pick<Loaded<unknown>, "value" | "error" | "reload">;
}) {
  const { texts } = useFirstI18n();
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  return value === undefined ? <p>{texts.common.loading}</p> : null;
}

interface ErrorWordsProps {
  readonly error: ClientError;
  /** The field beside which it is shown: only what is wanted there is said. */
  readonly at?: string;
}

/** The error in the reader's language. The message of one that has no code is quoted, because it is English. */
export function ErrorWords({ error, at }: ErrorWordsProps) {
  const { texts, language } = useFirstI18n();
  const known = useContext(I18nContext)?.texts.reasons ?? {};
  const isLater = isLaterReason(error, known);
  const { value: later, error: notLoaded } = useLoaded(
    async () => (isLater ? allReasons(language) : undefined),
    [isLater, language],
  );
  if (isUnanswered(error)) return <span>{texts.common.serviceAway}</span>;
  const reasons = { ...known, ...later };
  const { lead, why } = errorWords(error, { ...texts, reasons });
  const beside = at === undefined ? undefined : fieldWords(error, at, reasons);
  if (beside !== undefined) return <span>{beside}</span>;
  const isLoading = isLater && later === undefined && notLoaded === undefined;
  return (
    <span>
      {lead} {why ?? (isLoading ? texts.common.loading : <Quoted text={error.message} />)}
    </span>
  );
}

/** With those that are loaded after sign-in, or when one occurs. */
const allReasons = async (language: Language) => ({
  ...(await loadTexts("main", language)).reasons,
  ...(await loadTexts("values", language)),
});

/** A sentence of the service in the reader's language. One without a code is shown as it is, in English. */
export function ServiceText({
  text,
  coded,
}: {
  readonly text: string;
  readonly coded: readonly CodedText[] | undefined;
}) {
  const { language } = useFirstI18n();
  const known = coded?.find((one) => one.text === text);
  const { value: texts, error } = useLoaded(
    async () => known && { ...(await loadTexts("main", language)), reasons: await allReasons(language) },
    [known === undefined, language],
  );
  const words = known && texts && reasonWords(known.code, known.values, texts);
  if (words !== undefined) return <span>{words}</span>;
  const isLoading = known !== undefined && texts === undefined && error === undefined;
  return isLoading ? null : <span lang="en">{text}</span>;
}

/** What the service says in English only. */
export function Quoted({ text }: { readonly text: string }) {
  const { texts } = useFirstI18n();
  return (
    <>
      {texts.common.serviceSays} <q lang="en">{text}</q>
    </>
  );
}
