import type { WritableKey } from "@pilothouse/protocol";
import { describeRouter } from "../contract.js";
import { javaRouter } from "./testing/fixtures.js";

/** Where Java I2P keeps each setting, spelled out again. */
const NAMES: { readonly [key in WritableKey]: readonly string[] } = {
  "router.net.ntcp.port": ["i2np.ntcp.port"],
  "router.net.ntcp.hostname": ["i2np.ntcp.hostname"],
  "router.net.ntcp.autoip": ["i2np.ntcp.autoip"],
  "router.net.ssu.port": ["i2np.udp.port", "i2np.udp.internalPort"],
  "router.net.ssu.hostname": ["i2np.udp.host"],
  "router.net.ssu.autoip": ["i2np.udp.addressSources"],
  "router.net.upnp": ["i2np.upnp.enable"],
  "router.net.bw.share": ["router.sharePercentage"],
  "router.net.bw.in": ["i2np.bandwidth.inboundKBytesPerSecond"],
  "router.net.bw.out": ["i2np.bandwidth.outboundKBytesPerSecond"],
  "router.net.laptopmode": ["i2np.laptopMode"],
};

const NO_EXTENSION = "Java I2P does not know the extension keys";
const NOT_STARTED_FROM_HERE = "a Java I2P that was shut down can only be started on its own machine";
const NO_CRASH_SEEN = "a server that vanishes without a request is not known to have crashed";
const OWN_UPDATES = "Java I2P takes only the updates that it finds itself";

describeRouter(
  "Java I2P behind its webapp",
  async () => {
    const { router, clock, double, make, pass, ...rest } = await javaRouter({
      // The suite restarts it more often than its wrapper would bear.
      double: { shortLives: Number.POSITIVE_INFINITY },
    });
    const opened = [router];
    return {
      router,
      clock,
      reopen() {
        const again = make();
        opened.push(again);
        return again;
      },
      async until(condition, limitMs) {
        const limit = clock.ms + limitMs;
        while (!(await condition())) {
          if (clock.ms >= limit) throw new Error(`Not so after ${limitMs} ms`);
          await pass(2);
        }
      },
      shows: (key, value) => new Map(NAMES[key].map((name) => [name, value])),
      samples: {
        "router.net.bw.in": ["5", "1906500"],
        "router.net.bw.out": ["5", "16384"],
      },
      unreported: {
        "router.net.tunnels.successrate": NO_EXTENSION,
        "router.net.total.received.bytes": NO_EXTENSION,
        "router.net.total.sent.bytes": NO_EXTENSION,
      },
      async dispose() {
        for (const one of opened) await one.close();
        await rest[Symbol.asyncDispose]();
      },
    };
  },
  {
    skips: {
      "Restart starts a stopped router": NOT_STARTED_FROM_HERE,
      "start starts a stopped router": NOT_STARTED_FROM_HERE,
      "the later of two requests wins": NOT_STARTED_FROM_HERE,
      "a graceful wait can be cancelled, and the router keeps running without a restart":
        "its interface has no way to cancel; the refusal is tested in router.test.ts",
      "a crash is seen, and the router is started again": NO_CRASH_SEEN,
      "Shutdown keeps a crashed router from being started again": NO_CRASH_SEEN,
      "an installed update is what runs after a restart": OWN_UPDATES,
      "an update whose file is missing is not installed": OWN_UPDATES,
      "replacing with nothing removes everything":
        "Java I2P answers HTTP 500 to an empty setAll; it is refused",
    },
  },
);
