import type { ComponentType } from "preact";
import { NotLoaded } from "../loading/not-loaded.js";
import type { PageProps } from "../parts/page-props.js";
import { useI18n, useLoaded } from "../state/hooks.js";
import { PageTextsContext } from "../state/page-texts.js";
import { PAGE_TEXTS } from "../texts/pages/languages.js";

/** Loads the texts that the first page does not need, then shows the page. */
export function withPageTexts(Page: ComponentType<PageProps>): ComponentType<PageProps> {
  return function PageWithTexts(props) {
    const { language, texts } = useI18n();
    const { value, error, replace } = useLoaded(() => PAGE_TEXTS[language](), [language]);
    if (value === undefined)
      return error === undefined ? (
        <p>{texts.common.loading}</p>
      ) : (
        <NotLoaded load={async () => replace(await PAGE_TEXTS[language]())} />
      );
    return (
      <PageTextsContext.Provider value={value}>
        <Page {...props} />
      </PageTextsContext.Provider>
    );
  };
}
