import { looksSecret, settingName } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Card } from "../parts/card.js";
import { Field } from "../parts/field.js";
import { usePageTexts } from "../state/page-texts.js";
import { ValueInput } from "./value-input.js";

interface AddSettingProps {
  readonly names: ReadonlySet<string>;
  readonly onAdd: (name: string, value: string) => void;
}

export function AddSetting({ names, onAdd }: AddSettingProps) {
  const { advanced: words } = usePageTexts();
  const [name, setName] = useState("");
  const [value, setValue] = useState("");
  const [wrong, setWrong] = useState<string>();

  const add = () => {
    const problem = !isName(name) ? words.badName : names.has(name) ? words.exists : undefined;
    setWrong(problem);
    if (problem !== undefined) return;
    onAdd(name, value);
    setName("");
    setValue("");
  };
  return (
    <Card title={words.add}>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Field label={words.name} error={wrong}>
          {(control) => (
            <input
              {...control}
              type="text"
              autocomplete="off"
              spellcheck={false}
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={words.value}>
          {(control) => (
            <ValueInput control={control} secret={looksSecret(name)} value={value} onValue={setValue} />
          )}
        </Field>
        <button type="submit">{words.addAction}</button>
      </form>
    </Card>
  );
}

function isName(name: string): boolean {
  try {
    settingName.read(name);
    return true;
  } catch {
    return false;
  }
}
