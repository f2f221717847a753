import { writeFileSync } from "node:fs";
import {
  type Effective,
  type Feature,
  type Kernel,
  loadSettings,
  NODE,
  type Served,
  Service,
  type Store,
  silentLog,
} from "@pilothouse/server";
import type { TestClock } from "@pilothouse/system/testing/test-clock";
import { toml } from "../port/configured.js";
import type { Params } from "../port/system.js";
import type { PlayedRouter } from "./played-router.js";

/** A service and the parts of it that are reached past its interface. */
export interface Running {
  readonly service: Service;
  readonly served: Served;
  readonly store: Store;
  readonly directory: string;
}

/** A service without sockets that is not started yet; what is running is known afterwards. */
export function makeRunning(
  directory: string,
  { settings, sources }: Effective,
  clock: TestClock,
  router: PlayedRouter,
) {
  const up: { -readonly [N in keyof Running]?: Running[N] } = { directory };
  const probe: Feature<Kernel> = {
    open({ store }) {
      up.store = store;
      return { provides: {}, handlers: {} };
    },
  };
  const service = new Service({
    ...{ settings, sources, clock, log: silentLog, version: "0.0.0-model" },
    features: NODE.with(probe),
    carriers: [
      (served) => {
        up.served = served;
        return { open: async () => {}, close: async () => {} };
      },
    ],
    makeRouter: (_settings, storage) => router.serve(storage(router.driver.name)),
  });
  up.service = service;
  return { service, running: () => up as Running };
}

/** What a service reads from its configuration. */
export function settingsOf(directory: string, file: string, configured: Params): Effective {
  writeFileSync(file, toml(configured));
  return loadSettings({ env: { HOME: directory }, flags: { data_dir: directory }, file });
}
