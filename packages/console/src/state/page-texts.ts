import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { PageTexts } from "../texts/texts.js";

export const PageTextsContext = createContext<PageTexts | undefined>(undefined);

/** Texts that the first page does not need. For pages wrapped in `withPageTexts`. */
export function usePageTexts(): PageTexts {
  const texts = useContext(PageTextsContext);
  if (texts === undefined) throw new Error("used outside of withPageTexts");
  return texts;
}
