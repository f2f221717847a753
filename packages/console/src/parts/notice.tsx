import type { ClientError } from "@pilothouse/client/browser";
import type { ComponentChildren } from "preact";
import { errorWords, isLaterReason } from "../reasons/error-words.js";
import { type Loaded, useI18n, useLoaded } from "../state/hooks.js";
import { isUnanswered } from "../state/session.js";
import { loadTexts } from "../texts/language.js";

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
  const { texts } = useI18n();
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
  const { texts } = useI18n();
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  return value === undefined ? <p>{texts.common.loading}</p> : null;
}

/** The error in the reader's language. The message of one that has no code is quoted, because it is English. */
export function ErrorWords({ error }: { readonly error: ClientError }) {
  const { texts, language } = useI18n();
  const isLater = isLaterReason(error, texts);
  const { value: later, error: notLoaded } = useLoaded(
    async () => (isLater ? loadTexts("values", language) : undefined),
    [isLater, language],
  );
  if (isUnanswered(error)) return <span>{texts.banners.serviceAway}</span>;
  const reasons = { ...texts.reasons, ...later };
  const { lead, why } = errorWords(error, { ...texts, reasons });
  const isLoading = isLater && later === undefined && notLoaded === undefined;
  return (
    <span>
      {lead} {why ?? (isLoading ? texts.common.loading : <Quoted text={error.message} />)}
    </span>
  );
}

/** What the service says in English only. */
export function Quoted({ text }: { readonly text: string }) {
  const { texts } = useI18n();
  return (
    <>
      {texts.common.serviceSays} <q lang="en">{text}</q>
    </>
  );
}
