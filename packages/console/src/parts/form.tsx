import type { ClientError } from "@pilothouse/client/browser";
import type { ComponentChildren, TargetedEvent } from "preact";
import { useRef, useState } from "preact/hooks";
import { blamedIn } from "../reasons/error-words.js";
import { type Task, useFirstI18n } from "../state/hooks.js";
import { Field, type FieldProps } from "./field.js";
import { ErrorWords, Failure } from "./notice.js";

export interface FieldErrors<F extends string> {
  /** The error, if it is about this field. */
  readonly at: (field: F) => ComponentChildren;
  /** The error, if it is about none of them: it is shown below the form. */
  readonly rest: ClientError | undefined;
}

/** An error of the service at the field that it is about; fields have the names of parameters, settings or options. */
export function fieldErrors<F extends string>(
  error: ClientError | undefined,
  fields: readonly F[],
): FieldErrors<F> {
  const names = error === undefined ? [] : blamedIn(error);
  // The inner name says more: of a change with options it is the option.
  const blamed = fields
    .filter((field) => names.includes(field))
    .sort((one, other) => names.indexOf(other) - names.indexOf(one))[0];
  return {
    at: (field) => (field === blamed && error ? <ErrorWords error={error} at={field} /> : undefined),
    rest: blamed === undefined ? error : undefined,
  };
}

interface FormProps {
  readonly class?: string;
  readonly task: Task;
  /** The text of the button. */
  readonly submit: string;
  readonly onSubmit: () => void;
  /** Which error is shown at a field; any other is shown below all of them. */
  readonly errors?: Pick<FieldErrors<string>, "rest">;
  /** What is typed cannot be submitted. */
  readonly blocked?: boolean;
  readonly children: ComponentChildren;
  /** More buttons. */
  readonly more?: ComponentChildren;
  /** What follows the button. */
  readonly after?: ComponentChildren;
}

/** Fields with a button that submits them, the error of that, and the button disabled while it runs. */
export const Form = ({
  class: look,
  task,
  submit,
  onSubmit,
  errors = { rest: task.error },
  blocked = false,
  children,
  more,
  after,
}: FormProps) => {
  const button = (
    <button type="submit" class="primary" disabled={task.busy || blocked}>
      {submit}
    </button>
  );
  return (
    <form
      class={look}
      onSubmit={(event) => {
        event.preventDefault();
        if (!blocked) onSubmit();
      }}
    >
      {children}
      <Failure error={errors.rest} />
      {more === undefined ? button : <div class="actions">{[button, more]}</div>}
      {after}
    </form>
  );
};

type Shown = Omit<FieldProps, "children">;

interface TextFieldProps extends Shown {
  readonly value: string;
  /** What is wrong with the value as it is; `error` is what the service said of an earlier one. */
  readonly unfit?: string | false;
  readonly onValue: (value: string) => void;
  readonly type?: "text" | "number" | "password" | "search";
  readonly class?: string;
  readonly min?: number;
  readonly max?: number;
  readonly step?: string;
  readonly required?: boolean;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly autocomplete?: "off" | "new-password";
  readonly spellcheck?: boolean;
  readonly placeholder?: string | undefined;
  readonly disabled?: boolean;
  readonly list?: string;
}

/**
 * A line of text, a number or a password. One that does not fit its pattern or its range is marked, and its help or its
 * range says what does.
 */
export const TextField = ({
  label,
  help,
  error,
  unfit = false,
  invalid = false,
  onValue,
  ...rest
}: TextFieldProps) => {
  // Preact knows what each type of input takes, and not that these take the same.
  const input = rest as { readonly type: "text" };
  const [isLeft, setLeft] = useState(false);
  const { texts, format, fill } = useFirstI18n();
  const { pattern, value, min, max } = rest;
  const isOutside =
    min !== undefined && max !== undefined && value !== "" && !(Number(value) >= min && Number(value) <= max);
  const fits = pattern === undefined || value === "" || new RegExp(`^(?:${pattern})$`, "u").test(value);
  const isWrong = (isLeft && !fits) || isOutside;
  // What the service said is about the value that it was given.
  const refused = useRef<string | undefined>(undefined);
  refused.current = error ? (refused.current ?? value) : undefined;
  const said = refused.current === value ? error : undefined;
  const wants = isOutside
    ? fill(texts.common.range, { least: format.bound(min), most: format.bound(max) })
    : help;
  const onInvalid = (event: TargetedEvent<HTMLInputElement>) => {
    setLeft(true);
    if (!isWrong && fits) return;
    // The browser would only say that a format was not matched, and in its own language.
    event.preventDefault();
    event.currentTarget.focus();
  };
  return (
    <Field
      label={label}
      help={isWrong ? undefined : help}
      error={unfit || said || (isWrong ? wants : undefined)}
      invalid={invalid || isWrong}
    >
      {(control) => (
        <input
          {...control}
          {...input}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
          onBlur={() => setLeft(true)}
          onInvalid={onInvalid}
        />
      )}
    </Field>
  );
};

interface ChoiceFieldProps<V extends string> extends Shown {
  readonly value: V;
  readonly options: readonly (readonly [value: V, text: string])[];
  readonly onValue: (value: V) => void;
  readonly class?: string;
  readonly disabled?: boolean;
}

/** One of several values. */
export const ChoiceField = <V extends string>({
  label,
  help,
  value,
  options,
  onValue,
  ...select
}: ChoiceFieldProps<V>) => (
  <Field label={label} help={help}>
    {(control) => (
      <select
        {...control}
        {...select}
        value={value}
        onChange={({ currentTarget }) => onValue(currentTarget.value as V)}
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
);
