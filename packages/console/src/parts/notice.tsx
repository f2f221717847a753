import type { ClientError } from "@pilothouse/client/browser";
import { isObject } from "@pilothouse/protocol";
import type { ComponentChildren } from "preact";
import { useI18n } from "../state/hooks.js";
import { isUnanswered } from "../state/unanswered.js";

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
  readonly retry?: () => void;
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

/** The error in the reader's language, followed by the service's message, which is English and has the details. */
export function ErrorWords({ error }: { readonly error: ClientError }) {
  const { texts } = useI18n();
  if (isUnanswered(error)) return <span>{texts.banners.serviceAway}</span>;
  const known: { readonly [name: string]: string } = texts.errors;
  const reason = isObject(error.data) ? error.data["reason"] : undefined;
  const words = [reason, error.name].map((name) => known[String(name)]).find((one) => one !== undefined);
  return (
    <span>
      {words} <span lang="en">{error.message}</span>
    </span>
  );
}
