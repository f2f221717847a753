import type { ClientError } from "@pilothouse/client/browser";
import { isObject } from "@pilothouse/protocol";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Field } from "../../../parts/field.js";
import { ErrorWords, Quoted } from "../../../parts/notice.js";
import { useI18n } from "../../../state/hooks.js";
import type { FleetPageProps } from "../with-fleet-texts.js";

interface TemplateEditorProps extends FleetPageProps {
  readonly text: string;
  /** What is wrong with the text. */
  readonly error: ClientError | undefined;
  readonly onText: (text: string) => void;
}

const FIELD = "fleet.toml";

/** The text of a template. What is wrong with it is said below it, and the line is selected. */
export function TemplateEditor({ text, error, onText, words: { templates: words } }: TemplateEditorProps) {
  const { fill, format } = useI18n();
  const area = useRef<HTMLTextAreaElement>(null);
  const { reason, code, values } = dataOf(error);
  const line = isObject(values) && typeof values["line"] === "number" ? values["line"] : undefined;
  useLayoutEffect(() => {
    if (area.current !== null && line !== undefined) selectLine(area.current, line);
  }, [error]);
  return (
    <Field
      label={FIELD}
      error={
        error && (
          <>
            {line !== undefined && <strong>{fill(words.line, { line: format.count(line) })}</strong>}{" "}
            {typeof code === "string" ? (
              <ErrorWords error={error} at={FIELD} />
            ) : (
              <>
                {words.wrong} <Quoted text={String(reason)} />
              </>
            )}
          </>
        )
      }
    >
      {(control) => (
        <textarea
          {...control}
          ref={area}
          class="code"
          rows={16}
          spellcheck={false}
          placeholder={`# ${words.example}\n${EXAMPLE}`}
          value={text}
          onInput={(event) => onText(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

const dataOf = (error: ClientError | undefined) => (isObject(error?.data) ? error.data : {});

/** Whether one of these parameters is to blame. */
export const isErrorOf = (error: ClientError | undefined, keys: readonly string[]): boolean =>
  keys.includes(String(dataOf(error)["key"]));

/** Lines count from 1. */
function selectLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
  // A selection alone does not scroll to it.
  area.scrollTop = (area.scrollHeight * (line - 1)) / lines.length - area.clientHeight / 2;
}

const EXAMPLE = `[[group]]
network = { "bw.share" = 80 }

[[group]]
labels = { site = "ams" }
network = { "bw.in" = 2048, "bw.out" = 1024 }`;
