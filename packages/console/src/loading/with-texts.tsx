import type { ComponentChildren, ComponentType } from "preact";
import { useI18n, useLoaded } from "../state/hooks.js";
import { PageTextsContext } from "../state/page-texts.js";
import { loadTexts } from "../texts/language.js";
import type { Parts } from "../texts/texts.js";
import { NotLoaded } from "./not-loaded.js";

/** The props of every page. */
export interface PageProps {
  readonly onPassword: (password: string, account?: string) => Promise<void>;
}

/** Loads texts that the first page does not need, then shows the page with them. */
export function withTexts<P extends keyof Parts>(
  part: P,
  show: (texts: Parts[P], props: PageProps) => ComponentChildren,
): ComponentType<PageProps> {
  return function PageWithTexts(props) {
    const { language, texts } = useI18n();
    const load = () => loadTexts(part, language);
    const { value, error, replace } = useLoaded(load, [language]);
    if (value !== undefined) return show(value, props);
    if (error === undefined) return <p>{texts.common.loading}</p>;
    return <NotLoaded load={async () => replace(await load())} />;
  };
}

/** With the texts that `usePageTexts` gives. */
export const withPageTexts = (Page: ComponentType<PageProps>): ComponentType<PageProps> =>
  withTexts("pages", (texts, props) => (
    <PageTextsContext.Provider value={texts}>
      <Page {...props} />
    </PageTextsContext.Provider>
  ));
