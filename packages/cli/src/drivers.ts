import type { Driver } from "@pilothouse/drivers/driver";
import { i2pd } from "@pilothouse/drivers/i2pd/driver";
import { simulator } from "@pilothouse/drivers/simulator/driver";
import { upstream } from "@pilothouse/drivers/upstream/driver";

/** The routers that can be steered. The first is the default. */
export const DRIVERS: readonly Driver[] = [simulator, i2pd, upstream];
