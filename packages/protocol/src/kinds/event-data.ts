import type { EventData } from "../words/filled.js";
import { isObject, kind } from "./kinds.js";

const isValue = (value: unknown): boolean =>
  typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);

/** What is known of an event: names and plain values. */
export const eventData = kind({
  type: "object",
  wants: "an object of strings, numbers and booleans",
  schema: { type: "object", additionalProperties: { type: ["string", "number", "boolean"] } },
  fits: (value): value is EventData => isObject(value) && Object.values(value).every(isValue),
});
