import { statUnit } from "@pilothouse/protocol";
import type { Format } from "../format.js";

export const isBandwidth = (stat: string): boolean => statUnit(stat) === "B/s";

/** How a value of the statistic is shown. */
export const shownAs =
  (stat: string, format: Format) =>
  (value: number): string =>
    format.inUnit(statUnit(stat), value);
