import type { ComponentType } from "preact";
import { type PageProps, withTexts } from "../../loading/with-texts.js";
import type { FleetTexts } from "../../texts/texts.js";
import "./fleet.css";
import "./results.js";

export interface FleetPageProps {
  readonly words: FleetTexts;
}

/** Loads the texts that only a hub needs, then shows the page. */
export const withFleetTexts = (Page: ComponentType<FleetPageProps>): ComponentType<PageProps> =>
  withTexts("fleet", (words) => <Page words={words} />);
