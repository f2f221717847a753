import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

/** Props for the control inside a field, which connect it to its label, help and error. */
export interface Control {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean | undefined;
}

export interface FieldProps {
  readonly label: ComponentChildren;
  readonly help?: ComponentChildren;
  readonly error?: ComponentChildren;
  /** Marks the value as invalid without an error text. */
  readonly invalid?: boolean;
  readonly children: (control: Control) => ComponentChildren;
}

/** A control with its label, help and error. */
export function Field({ label, help, error, invalid = false, children }: FieldProps) {
  const id = useId();
  const described = [help ? `${id}-help` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": invalid || error ? true : undefined,
      })}
      {help && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && (
        <p class="wrong" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly on: boolean;
  readonly onSwitch: (on: boolean) => void;
}

/** A switch that takes effect at once. */
export const Switch = ({ label, on, onSwitch }: SwitchProps) => (
  <label class="check">
    <input
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: the box itself says whether it is checked.
      role="switch"
      class="switch"
      checked={on}
      onChange={(event) => onSwitch(event.currentTarget.checked)}
    />
    {label}
  </label>
);
