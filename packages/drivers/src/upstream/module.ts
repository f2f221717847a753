import type { DriverModule } from "../driver.js";
import { JAVA_USUAL, upstreamControl } from "./checks/control-place.js";
import { upstreamLogin } from "./checks/login.js";
import { upstreamReach } from "./checks/reach.js";
import { Upstream } from "./router.js";
import type { ServiceSettings } from "./rows.js";
import { serverOf } from "./server.js";

export const upstreamModule: DriverModule<ServiceSettings> = {
  make: (settings, { clock, log, storage }) => new Upstream({ ...serverOf(settings), clock, log, storage }),
  log: () => ({
    why: "The router is behind another server, and its log is there: look in that router's console.",
  }),
  checks: [upstreamReach, upstreamLogin],
  usualControl: JAVA_USUAL,
  control: upstreamControl,
};
