import { statUnit } from "@pilothouse/protocol";
import type { Format } from "../../format.js";

export const isBandwidth = (stat: string): boolean => statUnit(stat) === "B/s";

/** Formats a value of the statistic. A mean of peers or tunnels is rounded to a whole number. */
export const shownAs =
  (stat: string, format: Format) =>
  (value: number): string => {
    const unit = statUnit(stat);
    return unit === undefined ? format.count(value) : format.inUnit(unit, value);
  };
