import type { Feature } from "../../feature.js";
import type { Sampled } from "../sampling/feature.js";
import { bookHandlers } from "./handlers.js";

/** The names that the router knows. */
export const addressbook: Feature<Sampled, object, "AddressBook" | "pilothouse.names"> = {
  name: "addressbook",
  open: (needs) => ({ provides: {}, handlers: bookHandlers(needs) }),
};
