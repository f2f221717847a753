import { type CrashReport, fullServices } from "@pilothouse/drivers/port";
import { type Info, isDetail, SERVICE_NAMES, textOfReason } from "@pilothouse/protocol";
import type { Feature } from "../../feature.js";
import type { Logs } from "../../logs/logs.js";
import { chooseLanguage } from "../../rpc/language.js";
import type { Language } from "../../settings/languages.js";
import type { Snapshot } from "../../telemetry/snapshot.js";
import type { Access } from "../access/feature.js";
import type { Sampled } from "../sampling/feature.js";
import type { Updates } from "../updates/feature.js";
import { detailsOf } from "./details.js";
import { statusText } from "./status-text.js";

/** How long a router may take over what only it knows. */
const ROUTER_MS = 5_000;

/** How the router is now. */
export const status: Feature<
  Sampled & Access & Updates & { readonly logs: Logs },
  object,
  "RouterInfo" | "ClientServicesInfo" | "pilothouse.status"
> = {
  open(needs) {
    const { router, sampler, routerQueue, network, auth, clock } = needs;
    const { version, settings, updatesFrom, updater, logs, log } = needs;
    /** Facts and status text are the same for all who ask within a second in one language. */
    const made = new WeakMap<Snapshot, Map<Language, Partial<Info>>>();
    const infoOf = (snapshot: Snapshot, language: Language): Partial<Info> => {
      const { phase, facts, at } = snapshot;
      const byLanguage = made.get(snapshot) ?? new Map<Language, Partial<Info>>();
      made.set(snapshot, byLanguage);
      const known = byLanguage.get(language);
      if (known !== undefined) return known;
      const status = statusText(
        { phase, netStatus: facts["router.net.status"], simulated: router.simulated },
        language,
        at,
      );
      const info = { ...facts, "router.status": status };
      byLanguage.set(language, info);
      return info;
    };
    return {
      provides: {},
      handlers: {
        RouterInfo(keys, { peer }) {
          const write = (snapshot: Snapshot) =>
            keys.includes("router.status")
              ? infoOf(snapshot, chooseLanguage(peer.languages, settings().locale))
              : snapshot.facts;
          const current = sampler.current();
          const details = keys.filter(isDetail);
          if (details.length > 0)
            return routerQueue.wait(async () => {
              const snapshot = await current;
              return {
                ...write(snapshot),
                ...(await detailsOf(details, snapshot.facts, { router, logs, log })),
              };
            });
          return current instanceof Promise ? current.then(write) : write(current);
        },

        async ClientServicesInfo(asked) {
          const names = SERVICE_NAMES.filter((name) => name in asked);
          const reply = await routerQueue.wait(async () =>
            router.services?.(names, AbortSignal.timeout(ROUTER_MS)),
          );
          return fullServices(names, reply);
        },

        async "pilothouse.status"(_params, call) {
          // One after the other: a reading can show that the router was started, and nothing waits for that any more.
          const { phase, starts = null, note = null } = await sampler.current();
          const view = await network();
          const draining = phase.name === "draining" ? phase : undefined;
          const crashed = phase.name === "crashed" ? phase : undefined;
          return {
            simulated: router.simulated,
            router: router.kind,
            phase: phase.name,
            sampled: sampler.lastAt ?? null,
            next: draining?.next ?? null,
            until: draining?.until ?? null,
            retryAt: crashed?.until ?? null,
            crash: crashed?.report === undefined ? null : crashText(crashed.report),
            starts,
            note: note && textOfReason(note),
            restartNeeded: view?.restartNeeded ?? false,
            version,
            time: clock.now(),
            updates: updatesFrom(),
            updateTexts: updater.said,
            updateUnknown: updater.unknown,
            factory: auth.password.isFactory,
            scope: call.scope,
            account: null,
            cancellable:
              draining === undefined ? null : router.cancel !== undefined && draining.cancellable !== false,
          };
        },
      },
    };
  },
};

const crashText = ({ cause, lines }: CrashReport): string => [cause, ...lines].join("\n");
