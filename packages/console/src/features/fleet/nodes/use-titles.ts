import { useI18n, useLoaded } from "../../../state/hooks.js";
import { type FleetTitles, loadTitles } from "../../health/hub-verdict.js";

/** The titles of what a hub finds; undefined until they are loaded. */
export function useFleetTitles(): FleetTitles | undefined {
  const { language } = useI18n();
  return useLoaded(() => loadTitles(language), [language]).value;
}
