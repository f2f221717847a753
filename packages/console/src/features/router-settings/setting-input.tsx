import { accepts, type NetworkKey, networkDefinition, type Schema } from "@pilothouse/protocol";
import type { Control } from "../../parts/field.js";
import { optionText } from "../../reasons/value-words.js";
import type { Texts } from "../../texts/texts.js";

/** The allowed values of a network setting, from its row in the protocol. */
export interface AllowedValues {
  readonly options?: readonly string[];
  readonly range?: { readonly least: number; readonly most: number };
  readonly readOnly: boolean;
}

export function allowedValues(key: NetworkKey): AllowedValues {
  const { type, readOnly = false } = networkDefinition(key);
  const schema: Schema = type.schema;
  const options = schema["enum"] as readonly string[] | undefined;
  const [least, most] = [schema["x-minimum"], schema["x-maximum"]];
  return {
    readOnly,
    ...(options && { options }),
    ...(typeof least === "number" && typeof most === "number" && { range: { least, most } }),
  };
}

/** Whether a value is valid as far as the page can tell; the service decides. */
export const isValid = (key: NetworkKey, value: string): boolean =>
  accepts(networkDefinition(key).type, value);

interface SettingInputProps {
  readonly name: NetworkKey;
  readonly control: Control;
  readonly value: string | null;
  readonly texts: Texts;
  readonly onValue: (value: string) => void;
}

/** The right kind of input for a setting. */
export function SettingInput({ name, control, value, texts, onValue }: SettingInputProps) {
  const { options, range, readOnly } = allowedValues(name);
  if (readOnly) return <output {...control}>{value ?? texts.network.unknown}</output>;
  if (options !== undefined)
    return (
      <select {...control} value={value ?? ""} onChange={(event) => onValue(event.currentTarget.value)}>
        {value === null && <option value="">{texts.network.unset}</option>}
        {options.map((option) => (
          <option key={option} value={option}>
            {optionText(name, option, texts)}
          </option>
        ))}
      </select>
    );
  return (
    <input
      {...control}
      type="text"
      inputMode={range ? "numeric" : "text"}
      autocomplete="off"
      spellcheck={false}
      class={range ? "short" : ""}
      placeholder={texts.network.unset}
      value={value ?? ""}
      onInput={(event) => onValue(event.currentTarget.value)}
    />
  );
}
