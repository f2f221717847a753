import { reason } from "../words/reason.js";
import { valueText } from "../words/value-reason.js";
import { type Kind, Unfit, unfit } from "./kinds.js";

export const API_VERSION = 1;

/** The string "1" counts as 1: a client in the field sends it. */
export const apiVersion: Kind<number> = {
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
export const period: Kind<number> = {
  type: "long",
  wants: valueText(aPeriod),
  schema: { type: "integer", minimum: PERIOD.least, maximum: PERIOD.most },
  read(value) {
    const number = typeof value === "string" && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value;
    if (Number.isInteger(number) && (number as number) >= PERIOD.least && (number as number) <= PERIOD.most)
      return number as number;
    throw unfit(aPeriod, {});
  },
  write: String,
};
