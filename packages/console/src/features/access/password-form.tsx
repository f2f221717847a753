import { type ErrorName, isObject, type PasswordFault, plainPasswordFault } from "@pilothouse/protocol";
import { useId, useState } from "preact/hooks";
import { Field } from "../../parts/field.js";
import { TextField } from "../../parts/form.js";
import { Failure } from "../../parts/notice.js";
import { useFirstI18n, useTask } from "../../state/hooks.js";
import { SecretInput } from "./secret-input.js";
import { strength } from "./strength.js";

interface PasswordFormProps {
  /** Sets the password and signs in with it, because the old session has ended. */
  readonly onChosen: (password: string, current: string) => Promise<void>;
  /** The factory password is public, so it is not asked for. */
  readonly first?: boolean;
}

export function PasswordForm({ onChosen, first = false }: PasswordFormProps) {
  const { texts, announce } = useFirstI18n();
  const words = texts.password;
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const [fault, setFault] = useState<ReturnType<typeof plainPasswordFault>>();
  const [differ, setDiffer] = useState(false);
  const { busy, error, run } = useTask();
  const isWrong = error?.name === ("wrongPassword" satisfies ErrorName);
  // Only the service has the list of common passwords.
  const isCommon = isObject(error?.data) && error.data["reason"] === ("common" satisfies PasswordFault);
  const faults = { short: words.short, long: words.advice, factory: words.short };
  const broken = fault && faults[fault];

  const submit = () => {
    const found = plainPasswordFault(password);
    setFault(found);
    setDiffer(password !== again);
    if (found !== undefined || password !== again) return;
    void run(async () => {
      await onChosen(password, current);
      announce(words.changed);
    });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {!first && (
        <Field label={words.current} error={isWrong && texts.signIn.wrong}>
          {(control) => <SecretInput control={control} value={current} onValue={setCurrent} />}
        </Field>
      )}
      <Field
        label={words.field}
        help={[words.short, words.advice].filter((rule) => rule !== broken).join(" ")}
        error={broken ?? (isCommon && words.common)}
      >
        {(control) => (
          <SecretInput control={control} value={password} onValue={setPassword} focused={first} fresh />
        )}
      </Field>
      <Strength password={password} />
      <TextField
        label={words.again}
        unfit={differ && words.differ}
        type="password"
        autocomplete="new-password"
        required
        value={again}
        onValue={setAgain}
      />
      <Failure error={isWrong || isCommon ? undefined : error} />
      <button type="submit" class={first ? "primary full" : "primary"} disabled={busy}>
        {words.action}
      </button>
    </form>
  );
}

function Strength({ password }: { readonly password: string }) {
  const { password: words } = useFirstI18n().texts;
  const id = useId();
  const level = strength(password);
  return (
    <div class="strength">
      <span id={id}>{words.strength}</span>
      <meter aria-labelledby={id} min={0} max={4} low={2} high={3} optimum={4} value={password && level} />
      <output>{password === "" ? "" : words.levels[level]}</output>
    </div>
  );
}
