import { useState } from "preact/hooks";
import { useI18n } from "../state/hooks.js";

interface ValueInputProps {
  readonly label: string;
  /** Hidden until "show" is clicked. */
  readonly secret: boolean;
  readonly disabled: boolean;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

export function ValueInput({ label, secret, disabled, value, onValue }: ValueInputProps) {
  const { common } = useI18n().texts;
  const [shown, setShown] = useState(false);
  const props = {
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
