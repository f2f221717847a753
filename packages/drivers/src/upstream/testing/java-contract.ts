import type { WritableKey } from "@pilothouse/protocol";
import { type ContractOptions, describeRouter, type Harness } from "../../testing/contract.js";

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
const OWN_KEYS = "its server makes the keys of tunnels itself, and does not give them";
const OWN_UPDATES = "Java I2P takes only the updates that it finds itself";

type Own = "router" | "clock" | "until" | "reopen" | "dispose";

/** The contract of drivers for Java I2P: the double, or a real one. */
export const describeJava = (
  name: string,
  make: () => Promise<Pick<Harness, Own>>,
  { skips, ...options }: ContractOptions = {},
): void =>
  describeRouter(
    name,
    async () => ({
      ...(await make()),
      shows: (key, value) => new Map(NAMES[key].map((one) => [one, value])),
      samples: {
        "router.net.bw.in": ["5", "1906500"],
        "router.net.bw.out": ["5", "16384"],
      },
      unreported: {
        "router.net.tunnels.successrate": NO_EXTENSION,
        "router.net.total.received.bytes": NO_EXTENSION,
        "router.net.total.sent.bytes": NO_EXTENSION,
      },
    }),
    {
      ...options,
      skips: {
        "Restart starts a stopped router": NOT_STARTED_FROM_HERE,
        "start starts a stopped router": NOT_STARTED_FROM_HERE,
        "the later of two requests wins": NOT_STARTED_FROM_HERE,
        "a graceful wait can be cancelled, and the router keeps running without a restart":
          "its interface has no way to cancel; the refusal is tested in router.test.ts",
        "a crash is seen and told, and the router is started again": NO_CRASH_SEEN,
        "Shutdown keeps a crashed router from being started again": NO_CRASH_SEEN,
        "an installed update is what runs after a restart": OWN_UPDATES,
        "an update whose file is missing is not installed": OWN_UPDATES,
        "replacing with nothing removes everything":
          "Java I2P answers HTTP 500 to an empty setAll; it is refused",
        "an edit changes what it names, and keeps the rest and the address":
          "its server cannot unset an option; the rest is tested in proposal-170/server-tunnels.test.ts",
        "the key of a deleted tunnel is kept until it is to be forgotten": OWN_KEYS,
        "a tunnel that is created with a key has its address": OWN_KEYS,
        "what cannot be done is refused with the option that is to blame, and nothing is changed":
          "a delete before another change is refused as such; tested in proposal-170/server-tunnels.test.ts",
        "a tunnel of another program is shown, and only changed once it is adopted":
          "all its tunnels are in files of its own",
        ...skips,
      },
    },
  );
