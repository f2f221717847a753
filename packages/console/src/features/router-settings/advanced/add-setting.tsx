import { accepts, holdsSecret, settingName } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Card } from "../../../parts/card.js";
import { Field } from "../../../parts/field.js";
import { TextField } from "../../../parts/form.js";
import { changedFields, type Form, useDraft } from "../../../state/drafts/drafts.js";
import { useAppState } from "../../../state/hooks.js";
import { usePageTexts } from "../../../state/page-texts.js";
import { ValueInput } from "./value-input.js";

interface AddSettingProps {
  readonly names: ReadonlySet<string>;
  readonly onAdd: (name: string, value: string) => void;
}

const NONE = { name: "", value: "" };
const FORM: Form<Partial<typeof NONE>> = { page: "advanced", empty: {} };

export function AddSetting({ names, onAdd }: AddSettingProps) {
  const { advanced: words } = usePageTexts();
  const [typed, draft] = useDraft(useAppState().drafts, FORM);
  const { name, value } = { ...NONE, ...typed };
  const type = (change: Partial<typeof NONE>) => draft.set(changedFields(typed, NONE, change));
  const [wrong, setWrong] = useState<string>();

  const add = () => {
    const problem = !accepts(settingName, name) ? words.badName : names.has(name) ? words.exists : undefined;
    setWrong(problem);
    if (problem !== undefined) return;
    onAdd(name, value);
    draft.set({});
  };
  return (
    <Card title={words.add} entry>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <TextField
          label={words.name}
          error={wrong}
          type="text"
          autocomplete="off"
          spellcheck={false}
          value={name}
          onValue={(next) => type({ name: next })}
        />
        <Field label={words.value}>
          {(control) => (
            <ValueInput
              control={control}
              secret={holdsSecret(name, "")}
              value={value}
              onValue={(next) => type({ value: next })}
            />
          )}
        </Field>
        <button type="submit">{words.addAction}</button>
      </form>
    </Card>
  );
}
