import { Dotted } from "../../parts/dotted.js";
import { type Control, Field } from "../../parts/field.js";
import { useI18n } from "../../state/hooks.js";
import { choices, isMark, isSecret, type ParamText, typedValue } from "./open-rpc.js";

/** For each parameter, whether it is sent, and the typed text. */
export type ParamValues = { readonly [name: string]: { readonly sent: boolean; readonly typed: string } };

interface SpokenProps {
  readonly name: string;
  readonly texts: { readonly [name: string]: string } | undefined;
  readonly english: string | undefined;
}

/** A description in the reader's language. What a newer service added has only its English one. */
export const Spoken = ({ name, texts = {}, english }: SpokenProps) =>
  Object.hasOwn(texts, name) ? <span>{texts[name]}</span> : <span lang="en">{english}</span>;

interface ParamInputProps {
  readonly param: ParamText;
  /** Descriptions of the method's parameters in the reader's language. */
  readonly described: SpokenProps["texts"];
  readonly values: ParamValues;
  readonly onValues: (values: ParamValues) => void;
}

/** An input for a parameter, by its schema. Typing a value also includes it in the request. */
export function ParamInput({ param, described, values, onValues }: ParamInputProps) {
  const { texts } = useI18n();
  const words = texts.explorer;
  const { name, required = false } = param;
  const { sent = false, typed = "" } = values[name] ?? {};
  const description = <Spoken name={name} texts={described} english={param.description} />;
  const fill = (next: { readonly sent: boolean; readonly typed: string }) =>
    onValues({ ...values, [name]: next });
  if (isMark(param))
    return (
      <label class="check param">
        <input
          type="checkbox"
          checked={sent}
          onChange={(event) => fill({ sent: event.currentTarget.checked, typed })}
        />
        <span>
          <ParamName param={param} /> <span class="about">{description}</span>
        </span>
      </label>
    );
  const options = choices(param.schema);
  const bad = sent && typedValue(param, typed) === undefined;
  return (
    <div class="param">
      <input
        type="checkbox"
        aria-label={words.include(name)}
        checked={sent}
        disabled={required}
        onChange={(event) => fill({ sent: event.currentTarget.checked, typed })}
      />
      <Field
        label={<ParamName param={param} />}
        help={param.description && description}
        error={bad && words.badJson}
      >
        {(control) =>
          options ? (
            <select
              {...control}
              value={typed}
              onChange={(event) => fill({ sent: true, typed: event.currentTarget.value })}
            >
              {options.map((option) => (
                <option key={option} value={option}>
                  {option}
                </option>
              ))}
            </select>
          ) : (
            <TextInput
              control={control}
              secret={isSecret(param)}
              value={typed}
              onValue={(next) => fill({ sent: true, typed: next })}
            />
          )
        }
      </Field>
    </div>
  );
}

function ParamName({ param }: { readonly param: ParamText }) {
  const { explorer: words } = useI18n().texts;
  return (
    <>
      <Dotted name={param.name} /> {param.required && <span class="tag">{words.required}</span>}{" "}
      {param["x-extension"] && <span class="tag">{words.extension}</span>}
    </>
  );
}

interface TextInputProps {
  readonly control: Control;
  readonly secret: boolean;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function TextInput({ control, secret, value, onValue }: TextInputProps) {
  const common = {
    ...control,
    class: "mono",
    autocomplete: "off",
    spellcheck: false,
    value,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => onValue(event.currentTarget.value),
  } as const;
  return secret ? <input {...common} type="password" /> : <input {...common} type="text" />;
}
