import type { Feature } from "../../feature.js";
import { type FindingChecks, found, opened } from "../../telemetry/situation.js";
import type { Sampled } from "../sampling/feature.js";
import { MachineWatch, spaceOf } from "./machine-watch.js";

const DAY = 86_400_000;

interface Needs extends Sampled {
  readonly certificateExpires: () => number | undefined;
}

/** Events of what changes slowly: disk, certificate, the router's address and version. */
export const machine: Feature<Needs> = {
  open(needs) {
    const { settings, network, sampler, router } = needs;
    const watch = new MachineWatch({
      ...needs,
      space: () => spaceOf(settings().data_dir),
      address: async () => (await network())?.values.get("router.net.ssu.detectedip"),
      version: () => sampler.version,
      router: () => ("which" in router ? router.which && `${router.kind} ${router.which}` : router.kind),
    });
    return {
      provides: {},
      handlers: {},
      findings: MACHINE_CHECKS,
      opened: () => void watch.look(),
      recurring: [{ everyMs: 300_000, work: () => watch.look() }],
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
