import { useState } from "preact/hooks";
import type { Control } from "../../parts/field.js";
import { useFirstI18n } from "../../state/hooks.js";

interface SecretInputProps {
  readonly control: Control;
  readonly value: string;
  readonly fresh?: boolean;
  readonly focused?: boolean;
  readonly onValue: (value: string) => void;
}

/** A password field with a button to show it. */
export function SecretInput({ control, value, fresh = false, focused = false, onValue }: SecretInputProps) {
  const { texts } = useFirstI18n();
  const [shown, setShown] = useState(false);
  const common = {
    ...control,
    autocomplete: fresh ? "new-password" : "current-password",
    autoFocus: focused,
    required: true,
    value,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => onValue(event.currentTarget.value),
  } as const;
  return (
    <div class="secret">
      {shown ? <input {...common} type="text" spellcheck={false} /> : <input {...common} type="password" />}
      <label class="check">
        <input type="checkbox" checked={shown} onChange={(event) => setShown(event.currentTarget.checked)} />
        {texts.signIn.show}
      </label>
    </div>
  );
}
