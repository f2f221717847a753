import type { Feature } from "../../feature.js";
import type { RecordedSettings } from "../router-settings/recorded-settings.js";
import type { Sampled } from "../sampling/feature.js";
import { bookHandlers } from "./handlers.js";

interface Needs extends Sampled {
  readonly recorded: RecordedSettings;
}

/** The names that the router knows. */
export const addressbook: Feature<Needs, object, "AddressBook" | "pilothouse.names"> = {
  name: "addressbook",
  open: (needs) => ({ provides: {}, handlers: bookHandlers(needs) }),
};
