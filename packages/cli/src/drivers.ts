import type { Driver } from "@pilothouse/drivers/driver";
import { i2pd } from "@pilothouse/drivers/i2pd/driver";
import { simulator } from "@pilothouse/drivers/simulator/driver";
import { upstream } from "@pilothouse/drivers/upstream/driver";

/** The kinds of router that can be managed. The first is the default. */
export const DRIVERS: readonly Driver[] = [simulator, i2pd, upstream];
