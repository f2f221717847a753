import { reason } from "@pilothouse/protocol";
import type { DriverModule } from "../driver.js";
import { JAVA_USUAL, upstreamControl } from "./checks/control-place.js";
import { upstreamLogin } from "./checks/login.js";
import { upstreamReach } from "./checks/reach.js";
import { javaLevelOf, javaLogFile } from "./java/java-log.js";
import { Upstream } from "./router.js";
import { serverOf } from "./server.js";
import type { ServiceSettings } from "./settings.js";

export const upstreamModule: DriverModule<ServiceSettings> = {
  make: (settings, { clock, log, storage }) => new Upstream({ ...serverOf(settings), clock, log, storage }),
  log: ({ "upstream.log_file": place }) => {
    if (place === undefined) return { why: reason("log.elsewhere") };
    const file = javaLogFile(place);
    if (file === undefined) return { why: reason("log.notJava", { place }) };
    return { file, level: javaLevelOf };
  },
  checks: [upstreamReach, upstreamLogin],
  usualControl: JAVA_USUAL,
  control: upstreamControl,
};
