import { type NetworkKey, networkRow, type Schema } from "@pilothouse/protocol";
import type { Control } from "../parts/field.js";
import type { Texts } from "../texts/en.js";

/** What a network setting takes, as its row in the interface's table says. */
export interface AllowedValues {
  readonly options?: readonly string[];
  readonly range?: { readonly least: number; readonly most: number };
  readonly readOnly: boolean;
}

export function allowedValues(key: NetworkKey): AllowedValues {
  const { kind, readOnly = false } = networkRow(key);
  const schema: Schema = kind.schema;
  const options = schema["enum"] as readonly string[] | undefined;
  const [least, most] = [schema["x-minimum"], schema["x-maximum"]];
  return {
    readOnly,
    ...(options && { options }),
    ...(typeof least === "number" && typeof most === "number" && { range: { least, most } }),
  };
}

/** Whether a value is of the setting's kind; the service has the last word. */
export function isValid(key: NetworkKey, value: string): boolean {
  try {
    networkRow(key).kind.read(value);
    return true;
  } catch {
    return false;
  }
}

/** The words for the options of a setting, where it has words. */
export function optionText(key: NetworkKey, option: string, { network, common }: Texts): string {
  const words: { readonly [option: string]: string } =
    key === "router.net.ntcp.autoip"
      ? network.autoip
      : key === "router.net.ssu.autoip"
        ? network.sources
        : { true: common.on, false: common.off };
  return words[option] ?? option;
}

interface SettingInputProps {
  readonly name: NetworkKey;
  readonly control: Control;
  readonly value: string | null;
  readonly texts: Texts;
  readonly onValue: (value: string) => void;
}

/** The control that suits a setting. */
export function SettingInput({ name, control, value, texts, onValue }: SettingInputProps) {
  const { options, range, readOnly } = allowedValues(name);
  if (readOnly) return <output {...control}>{value ?? texts.network.unset}</output>;
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
