import { isRateStat, rateRow } from "@pilothouse/protocol";
import type { Format } from "../format.js";

/** Bandwidth is a sum of bandwidths; all other statistics are a number of something. */
export const isBandwidth = (stat: string): boolean =>
  isRateStat(stat) && rateRow(stat).of.every((key) => key.startsWith("router.net.bw."));

/** How a value of the statistic is shown. */
export const shownAs = (stat: string, format: Format): ((value: number) => string) =>
  isBandwidth(stat) ? format.rate : format.number;
