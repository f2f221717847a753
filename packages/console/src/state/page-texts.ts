import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { PageTexts } from "../texts/pages/en.js";

export const PageTextsContext = createContext<PageTexts | undefined>(undefined);

/** Texts that the first page does not need. For pages that are `worded`, and what is on them. */
export function usePageTexts(): PageTexts {
  const texts = useContext(PageTextsContext);
  if (texts === undefined) throw new Error("used on a page that is not worded");
  return texts;
}
