import { type ComponentChildren, Fragment } from "preact";
import { useState } from "preact/hooks";
import { useI18n } from "../state/hooks.js";

interface CopyProps {
  readonly text: string;
  readonly label?: string;
  /** The text of the button, if there are several. */
  readonly says?: string;
}

/** Browsers allow the clipboard in secure contexts only; elsewhere there is no button. */
export function Copy({ text, label, says }: CopyProps) {
  const { texts, announce } = useI18n();
  const [done, setDone] = useState(false);
  if (navigator.clipboard === undefined) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    announce(texts.common.copied);
  };
  return (
    <button type="button" class="small" onClick={() => void copy()} aria-label={label}>
      {says ?? texts.common.copy} {done && "✓"}
    </button>
  );
}

interface CommandProps {
  readonly label?: ComponentChildren;
  readonly text: string;
  /** Tells this button to copy from the others. */
  readonly copyLabel?: string;
}

/** The words of a command: a line break inside "--router" would look like part of it. */
export const Unbroken = ({ text }: { readonly text: string }) => (
  <>
    {text.split(" ").map((word, index) => (
      <Fragment key={index}>
        {index > 0 && " "}
        <span class="nowrap">{word}</span>
      </Fragment>
    ))}
  </>
);

/** A command for a terminal, with a button to copy it. */
export const Command = ({ label, text, copyLabel }: CommandProps) => (
  <div class="stack">
    {label && <strong>{label}</strong>}
    <div class="json command">
      <pre>
        <Unbroken text={text} />
      </pre>
      <Copy text={text} {...(copyLabel !== undefined && { label: copyLabel })} />
    </div>
  </div>
);
