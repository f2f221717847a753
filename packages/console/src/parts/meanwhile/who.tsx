import { actorWords, addressWords } from "../../reasons/actor-words.js";
import { useI18n } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";

interface WhoProps {
  readonly name: string | null;
  readonly address: string;
}

/** Who changed something, and from where. */
export function Who({ name, address }: WhoProps) {
  const { texts } = useI18n();
  const pages = usePageTexts();
  return (
    <>
      {name !== null && actorWords(name, texts)} <code class="nowrap">{addressWords(address, pages)}</code>
    </>
  );
}
