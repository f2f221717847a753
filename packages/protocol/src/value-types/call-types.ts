import type { EventData } from "../words/filled.js";
import { reason } from "../words/reason.js";
import { valueText } from "../words/value-reason.js";
import { isLong, isObject, record, text, Unfit, unfit, type ValueType, valueType } from "./value-types.js";

export const API_VERSION = 1;

/** The string "1" counts as 1: a client in the field sends it. */
export const apiVersion: ValueType<number> = {
  type: "long",
  wants: "1",
  schema: { type: "integer", const: API_VERSION },
  read(value) {
    if (value === API_VERSION || value === String(API_VERSION)) return API_VERSION;
    throw new Unfit("wants 1");
  },
  write: String,
};

const DAY = 86_400_000;
export const PERIOD = { least: 1_000, most: 31 * DAY };

const aPeriod = reason("wants.period", PERIOD);

/** A string of digits counts, as it does for routers in the field. */
export const period: ValueType<number> = {
  type: "long",
  wants: valueText(aPeriod),
  schema: { type: "integer", minimum: PERIOD.least, maximum: PERIOD.most },
  read(value) {
    const number = typeof value === "string" && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value;
    if (isLong(number) && number >= PERIOD.least && number <= PERIOD.most) return number;
    throw unfit(aPeriod, {});
  },
  write: String,
};

const isValue = (value: unknown): boolean =>
  typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);

/** What is known of an event: names and plain values. */
export const eventData = valueType({
  type: "object",
  wants: "an object of strings, numbers and booleans",
  schema: { type: "object", additionalProperties: { type: ["string", "number", "boolean"] } },
  fits: (value): value is EventData => isObject(value) && Object.values(value).every(isValue),
});

/** A sentence of the service for people, and for programs its code and the values in it. */
export const codedText = record({ text, code: text, values: eventData });
export type CodedText = ReturnType<(typeof codedText)["read"]>;
