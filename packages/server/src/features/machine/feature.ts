import type { NetworkView, Router } from "@pilothouse/drivers/port";
import type { Feature, Kernel } from "../../feature.js";
import { type FindingChecks, found, opened } from "../../telemetry/situation.js";
import type { EventLog } from "../record/event-log.js";
import type { Sampler } from "../sampling/sampler.js";
import { MachineWatch, spaceOf } from "./machine-watch.js";

const DAY = 86_400_000;

interface Needs extends Kernel {
  readonly events: EventLog;
  readonly certificateExpires: () => number | undefined;
  readonly network: () => Promise<NetworkView | undefined>;
  readonly sampler: Sampler;
  readonly router: Router;
}

/** Events of what changes slowly: disk, certificate, the router's address and version. */
export const machine: Feature<Needs> = {
  name: "machine",
  open({ events, store, clock, log, settings, certificateExpires, network, sampler, router }) {
    const watch = new MachineWatch({
      ...{ events, store, clock, log, certificateExpires },
      space: () => spaceOf(settings().data_dir),
      address: async () => (await network())?.values.get("router.net.ssu.detectedip"),
      version: () => sampler.version,
      router: () => ("which" in router ? router.which && `${router.kind} ${router.which}` : router.kind),
    });
    return {
      provides: {},
      handlers: {},
      findings: MACHINE_CHECKS,
      opened: () => watch.start(),
      stop: () => watch.stop(),
    };
  },
};

export const MACHINE_CHECKS = {
  "disk.low": opened("disk.low"),
  "certificate.expires": ({ open, now }) => {
    const ends = Date.parse(String(open("certificate.expiring", Number.POSITIVE_INFINITY)?.["expires"]));
    return Number.isNaN(ends)
      ? undefined
      : found(true, { days: Math.max(0, Math.floor((ends - now) / DAY)) });
  },
} as const satisfies FindingChecks;
