import type { ClientError } from "@pilothouse/client/browser";
import type { ErrorName } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { LanguageChooser, type LanguageProps } from "../../../parts/choosers.js";
import { Field } from "../../../parts/field.js";
import { Notice } from "../../../parts/notice.js";
import { errorWords } from "../../../reasons/error-words.js";
import { type I18n, useDraftStore, useI18n, useTask } from "../../../state/hooks.js";
import type { SessionEnd } from "../../../state/session.js";
import { isUnanswered } from "../../../state/session.js";
import { SecretInput } from "../secret-input.js";
import { SignInLayout } from "./sign-in-layout.js";

interface SignInProps extends LanguageProps {
  readonly onSignIn: (password: string, user: string) => Promise<void>;
  /** Whether an account name is needed as well. */
  readonly accounts: boolean;
  /** The command for who forgot the password. */
  readonly passwd: string;
  readonly why: SessionEnd | undefined;
}

export function SignIn({ onSignIn, why, accounts, passwd, language, onLanguage }: SignInProps) {
  const i18n = useI18n();
  const words = i18n.texts.signIn;
  const drafts = useDraftStore();
  const [password, setPassword] = useState("");
  const [user, setUser] = useState("");
  const { busy, error, run } = useTask();
  return (
    <SignInLayout title={words.title} aside={<LanguageChooser language={language} onLanguage={onLanguage} />}>
      {error === undefined && why === "ended" && (
        <Notice tone="warning">
          {words.ended} {drafts.unsaved.length > 0 && words.kept}
        </Notice>
      )}
      {error === undefined && why === "signedOut" && <Notice tone="info">{words.signedOut}</Notice>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run(() => onSignIn(password, user.trim()));
        }}
      >
        {accounts && (
          <Field label={words.account} help={words.accountHint}>
            {(control) => (
              <input
                {...control}
                {...{ autoFocus: true }}
                autocomplete="username"
                autocapitalize="none"
                spellcheck={false}
                value={user}
                onInput={({ currentTarget }) => setUser(currentTarget.value)}
              />
            )}
          </Field>
        )}
        <Field label={words.password} help={words.hint} error={error && refusal(error, i18n)}>
          {(control) => (
            <SecretInput control={control} value={password} onValue={setPassword} focused={!accounts} />
          )}
        </Field>
        <button type="submit" class="primary full" disabled={busy}>
          {words.action}
        </button>
      </form>
      <p class="help">
        {words.forgotten} <code>{passwd}</code>
      </p>
    </SignInLayout>
  );
}

function refusal(error: ClientError, { texts, format, fill }: I18n): string {
  if (error.name === ("wrongPassword" satisfies ErrorName)) return texts.signIn.wrong;
  if (error.retryAfter !== undefined)
    return fill(texts.signIn.wait, { time: format.duration(error.retryAfter * 1_000) });
  if (isUnanswered(error)) return texts.signIn.away;
  const { lead, why } = errorWords(error, texts);
  return [lead, why ?? `${texts.common.serviceSays} “${error.message}”`].filter(Boolean).join(" ");
}
