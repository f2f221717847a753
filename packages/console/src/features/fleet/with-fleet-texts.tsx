import type { ComponentType } from "preact";
import { NotLoaded } from "../../loading/not-loaded.js";
import type { PageProps } from "../../parts/page-props.js";
import { useI18n, useLoaded } from "../../state/hooks.js";
import type { FleetTexts } from "../../texts/fleet/en.js";
import { FLEET_TEXTS } from "../../texts/fleet/languages.js";

export interface FleetPageProps {
  readonly words: FleetTexts;
}

/** Loads the texts that only a hub needs, then shows the page. */
export function withFleetTexts(Page: ComponentType<FleetPageProps>): ComponentType<PageProps> {
  return function FleetTextsPage() {
    const { language, texts } = useI18n();
    const { value, error, replace } = useLoaded(() => FLEET_TEXTS[language](), [language]);
    if (value !== undefined) return <Page words={value} />;
    if (error === undefined) return <p>{texts.common.loading}</p>;
    return <NotLoaded load={async () => replace(await FLEET_TEXTS[language]())} />;
  };
}
