import type { ComponentType } from "preact";
import type { PageProps } from "../pages/page-props.js";
import { Failure } from "../parts/notice.js";
import { useI18n, useLoaded } from "../state/hooks.js";
import type { FleetTexts } from "../texts/fleet/en.js";
import { FLEET_TEXTS } from "../texts/fleet/languages.js";

export interface FleetPageProps {
  readonly words: FleetTexts;
}

/** Loads the texts that only a hub needs, then shows the page. */
export function withFleetTexts(Page: ComponentType<FleetPageProps>): ComponentType<PageProps> {
  return function FleetTextsPage() {
    const { language, texts } = useI18n();
    const { value, error, reload } = useLoaded(() => FLEET_TEXTS[language](), [language]);
    if (value !== undefined) return <Page words={value} />;
    return error === undefined ? <p>{texts.common.loading}</p> : <Failure error={error} retry={reload} />;
  };
}
