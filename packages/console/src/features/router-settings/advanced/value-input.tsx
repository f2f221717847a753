import { useState } from "preact/hooks";
import type { Control } from "../../../parts/field.js";
import { useI18n } from "../../../state/hooks.js";

interface ValueInputProps {
  /** Its name for screen readers, if it is not in a field. */
  readonly label?: string;
  readonly control?: Control;
  /** Hidden until "show" is clicked. */
  readonly secret: boolean;
  readonly disabled?: boolean;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

export function ValueInput({ label, control, secret, disabled = false, value, onValue }: ValueInputProps) {
  const { common } = useI18n().texts;
  const [shown, setShown] = useState(false);
  const props = {
    ...control,
    "aria-label": label,
    autocomplete: "off",
    spellcheck: false,
    disabled,
    value,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => onValue(event.currentTarget.value),
  } as const;
  if (!secret) return <input {...props} type="text" />;
  return (
    <div class="inline">
      {shown ? <input {...props} type="text" /> : <input {...props} type="password" />}
      <button type="button" class="small" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? common.hide : common.show}
      </button>
    </div>
  );
}
