import type { ClientError } from "@pilothouse/client/browser";
import type { ErrorName } from "@pilothouse/protocol";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { LanguageChooser, type LanguageProps } from "../../../parts/choosers.js";
import { Unbroken } from "../../../parts/copy.js";
import { Field } from "../../../parts/field.js";
import { ErrorWords, Notice } from "../../../parts/notice.js";
import { canStaySignedIn } from "../../../state/browser/device.js";
import { type I18n, useDraftStore, useFirstI18n, useTask } from "../../../state/hooks.js";
import { isUnanswered, type SessionEnd } from "../../../state/sign-in.js";
import type { FirstTexts } from "../../../texts/texts.js";
import { SecretInput } from "../secret-input.js";
import { SignInLayout, type SignInLayoutProps } from "./sign-in-layout.js";

interface SignInProps extends LanguageProps, Pick<SignInLayoutProps, "onTyping"> {
  readonly onSignIn: (password: string, user: string, keep: boolean) => Promise<void>;
  /** Whether an account name is needed as well. */
  readonly accounts: boolean;
  /** The command for who forgot the password. */
  readonly passwd: string;
  readonly why: SessionEnd | undefined;
}

export function SignIn({ onSignIn, why, accounts, passwd, onTyping, ...chooser }: SignInProps) {
  const i18n = useFirstI18n();
  const words = i18n.texts.signIn;
  const drafts = useDraftStore();
  const [password, setPassword] = useState("");
  const [user, setUser] = useState("");
  const [keep, setKeep] = useState(false);
  const { busy, error, run } = useTask();
  // Then nothing is wrong with what was typed.
  const isAway = error !== undefined && isUnanswered(error);
  return (
    <SignInLayout title={words.title} onTyping={onTyping} aside={<LanguageChooser {...chooser} />}>
      {error === undefined && (why === "ended" || why === "expired") && (
        <Notice tone="warning">
          {words.ended} {drafts.unsaved.length > 0 && words.kept}
        </Notice>
      )}
      {error === undefined && (why === "signedOut" || why === "restored") && (
        <Notice tone="info">{words[why]}</Notice>
      )}
      {isAway && (
        <Notice tone="error">
          <ErrorWords error={error} />
        </Notice>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run(() => onSignIn(password, user.trim(), keep));
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
        <Field label={words.password} error={error && !isAway && refusal(error, i18n)}>
          {(control) => (
            <SecretInput control={control} value={password} onValue={setPassword} focused={!accounts} />
          )}
        </Field>
        {canStaySignedIn() && (
          <label class="check">
            <input
              type="checkbox"
              checked={keep}
              onChange={({ currentTarget }) => setKeep(currentTarget.checked)}
            />
            {words.keep}
          </label>
        )}
        <p class="help">{keep ? words.keepHint : words.hint}</p>
        <button type="submit" class="primary full" disabled={busy}>
          {words.action}
        </button>
      </form>
      <p class="help">
        {words.forgotten}{" "}
        <code class="line">
          <Unbroken text={passwd} />
        </code>
      </p>
    </SignInLayout>
  );
}

function refusal(error: ClientError, { texts, format, fill }: I18n<FirstTexts>): ComponentChildren {
  if (error.name === ("wrongPassword" satisfies ErrorName)) return texts.signIn.wrong;
  if (error.retryAfter !== undefined)
    return fill(texts.signIn.wait, { time: format.duration(error.retryAfter * 1_000) });
  return <ErrorWords error={error} />;
}
