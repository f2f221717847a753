/** What the command line asks of fleets before it runs anything: kept light, since every `--help` loads it. */
export { HUB_SETTINGS, type HubSettings } from "./hub/hub-settings.js";
