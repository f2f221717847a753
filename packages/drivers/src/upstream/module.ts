import type { DriverModule } from "../driver.js";
import { JAVA_USUAL, upstreamControl } from "./checks/control-place.js";
import { upstreamLogin } from "./checks/login.js";
import { upstreamReach } from "./checks/reach.js";
import { javaLevelOf, javaLogFile } from "./java/java-log.js";
import { Upstream } from "./router.js";
import type { ServiceSettings } from "./rows.js";
import { serverOf } from "./server.js";

const NO_LOG =
  "The router is behind another server, whose interface does not offer its log: look in that router's console (Java I2P: http://127.0.0.1:7657/logs). If it runs on this machine, set upstream.log_file to its log, or to Java I2P's directory of logs.";

export const upstreamModule: DriverModule<ServiceSettings> = {
  make: (settings, { clock, log, storage }) => new Upstream({ ...serverOf(settings), clock, log, storage }),
  log: ({ "upstream.log_file": place }) => {
    if (place === undefined) return { why: NO_LOG };
    const file = javaLogFile(place);
    if (file === undefined) return { why: `There is no log-router-0.txt in ${place} (upstream.log_file).` };
    return { file, level: javaLevelOf };
  },
  checks: [upstreamReach, upstreamLogin],
  usualControl: JAVA_USUAL,
  control: upstreamControl,
};
