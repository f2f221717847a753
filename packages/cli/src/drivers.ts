import type { Driver } from "@pilothouse/drivers/driver";
import { i2pd } from "@pilothouse/drivers/i2pd/driver";
import { simulator } from "@pilothouse/drivers/simulator/driver";
import { upstream } from "@pilothouse/drivers/upstream/driver";

/** The kinds of router that can be managed. The first is the default. */
export const DRIVERS: readonly Driver[] = [simulator, i2pd, upstream];

/** For setup alone, so it is loaded only then. */
export const keptOpenI2pd = async (text: string) =>
  (await import("@pilothouse/drivers/i2pd/kept-open")).keptOpen(text);
