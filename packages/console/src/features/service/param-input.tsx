import { Dotted } from "../../parts/dotted.js";
import { ChoiceField, TextField } from "../../parts/form.js";
import { useI18n } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { choices, isMark, isSecret, type ParamText, typedValue } from "./open-rpc.js";

/** For each parameter, whether it is sent, and the typed text. */
export type ParamValues = { readonly [name: string]: { readonly sent: boolean; readonly typed: string } };

interface ParamInputProps {
  readonly param: ParamText;
  readonly values: ParamValues;
  readonly onValues: (values: ParamValues) => void;
}

/** An input for a parameter, by its schema. Typing a value also includes it in the request. */
export function ParamInput({ param, values, onValues }: ParamInputProps) {
  const { fill } = useI18n();
  const { explorer: words } = usePageTexts();
  const { name, required = false } = param;
  const { sent = false, typed = "" } = values[name] ?? {};
  const description = <OwnWords text={param.description ?? ""} />;
  const change = (next: { readonly sent: boolean; readonly typed: string }) =>
    onValues({ ...values, [name]: next });
  if (isMark(param))
    return (
      <label class="check param">
        <input
          type="checkbox"
          checked={sent}
          onChange={(event) => change({ sent: event.currentTarget.checked, typed })}
        />
        <span>
          <ParamName param={param} /> <span class="about">{description}</span>
        </span>
      </label>
    );
  const options = choices(param.schema);
  const bad = sent && typedValue(param, typed) === undefined;
  const field = {
    label: <ParamName param={param} />,
    help: param.description && description,
    value: typed,
    onValue: (next: string) => change({ sent: true, typed: next }),
  };
  return (
    <div class="param">
      <input
        type="checkbox"
        aria-label={fill(words.include, { name })}
        checked={sent}
        disabled={required}
        onChange={(event) => change({ sent: event.currentTarget.checked, typed })}
      />
      {options ? (
        <ChoiceField {...field} options={options.map((option) => [option, option])} />
      ) : (
        <TextField
          {...field}
          unfit={bad && words.badJson}
          type={isSecret(param) ? "password" : "text"}
          class="mono"
          autocomplete="off"
          spellcheck={false}
        />
      )}
    </div>
  );
}

/** What the interface says of itself: English, with names between backticks. */
export const OwnWords = ({ text }: { readonly text: string }) => (
  <span lang="en">
    {text.split("`").map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))}
  </span>
);

function ParamName({ param }: { readonly param: ParamText }) {
  const { explorer: words } = usePageTexts();
  return (
    <>
      <Dotted name={param.name} /> {param.required && <span class="tag">{words.required}</span>}{" "}
      {param["x-extension"] && <span class="tag">{words.extension}</span>}
    </>
  );
}
