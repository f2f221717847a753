import { choices, isMark, isSecret, type ParamText, typedValue } from "../open-rpc.js";
import { useSpeech } from "../state/hooks.js";
import { type Control, Field } from "./field.js";

/** For each parameter whether it is sent, and what was typed for it. */
export type Filled = { readonly [name: string]: { readonly sent: boolean; readonly typed: string } };

interface ParamInputProps {
  readonly param: ParamText;
  readonly filled: Filled;
  readonly onFilled: (filled: Filled) => void;
}

/** A parameter as its schema describes it. Typing something means to send it. */
export function ParamInput({ param, filled, onFilled }: ParamInputProps) {
  const { texts } = useSpeech();
  const words = texts.explorer;
  const { name, required = false } = param;
  const { sent = false, typed = "" } = filled[name] ?? {};
  const fill = (next: { readonly sent: boolean; readonly typed: string }) =>
    onFilled({ ...filled, [name]: next });
  if (isMark(param))
    return (
      <label class="check param">
        <input
          type="checkbox"
          checked={sent}
          onChange={(event) => fill({ sent: event.currentTarget.checked, typed })}
        />
        <span>
          <ParamName param={param} />{" "}
          <span class="about" lang="en">
            {param.description}
          </span>
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
        help={param.description && <span lang="en">{param.description}</span>}
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
            <Typed
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
  const { explorer: words } = useSpeech().texts;
  return (
    <>
      <code>{param.name}</code> {param.required && <span class="tag">{words.required}</span>}{" "}
      {param["x-extension"] && <span class="tag">{words.extension}</span>}
    </>
  );
}

interface TypedProps {
  readonly control: Control;
  readonly secret: boolean;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function Typed({ control, secret, value, onValue }: TypedProps) {
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
