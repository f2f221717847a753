import { i2pdAlive } from "./checks/alive.js";
import { i2pdBehaviour } from "./checks/behaviour.js";
import { i2pdDisk } from "./checks/disk.js";
import { i2pdFiles } from "./checks/files.js";
import { i2pdMode } from "./checks/mode.js";
import { whenPlaced } from "./checks/placed.js";
import { i2pdProgram } from "./checks/program.js";
import { i2pdReseed } from "./checks/reseed.js";
import { i2pdServices } from "./checks/services.js";

/** In the order in which they are shown. */
export const I2PD_CHECKS = [
  i2pdProgram,
  i2pdFiles,
  i2pdDisk,
  i2pdMode,
  i2pdAlive,
  i2pdBehaviour,
  i2pdReseed,
  i2pdServices,
].map(whenPlaced);
