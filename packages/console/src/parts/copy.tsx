import { useState } from "preact/hooks";
import { useI18n } from "../state/hooks.js";

interface CopyProps {
  readonly text: string;
  readonly label?: string;
  /** What stands on the button, where there are several. */
  readonly says?: string;
}

/** Browsers have a clipboard only for pages that came over a safe way; elsewhere you select the text. */
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
