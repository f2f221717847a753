import { setMaxListeners } from "node:events";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Router } from "@pilothouse/drivers/port";
import type { MethodName, WritableKey } from "@pilothouse/protocol";
import { Applier } from "./applying/applier.js";
import { Audit } from "./audit/audit.js";
import { Auth } from "./auth/auth.js";
import { Backups } from "./backup/backups.js";
import { BackupSchedule } from "./backup/schedule.js";
import { ChangeLog } from "./changes/change-log.js";
import { RecordedSettings } from "./changes/recorded-settings.js";
import { EventLog } from "./events/event-log.js";
import { LoginWatch } from "./events/login-watch.js";
import { MachineWatch, spaceOf } from "./events/machine-watch.js";
import { RouterWatch } from "./events/router-watch.js";
import { GracefulOrder } from "./graceful/graceful-order.js";
import { Health } from "./health/health.js";
import { RecentEvents } from "./health/recent-events.js";
import type { Logs } from "./logs/logs.js";
import type { Membership } from "./membership.js";
import { Notifier } from "./notify/notifier.js";
import { findingRules } from "./notify/rules.js";
import { type Answer, makeAnswer, type ServiceHandlers } from "./rpc/answer.js";
import { accessHandlers } from "./rpc/handlers/access.js";
import { actingHandlers } from "./rpc/handlers/acting.js";
import { applyingHandlers } from "./rpc/handlers/applying.js";
import { changesHandlers } from "./rpc/handlers/changes.js";
import { insightHandlers } from "./rpc/handlers/insight.js";
import { membershipHandlers } from "./rpc/handlers/membership.js";
import { notifyHandler } from "./rpc/handlers/notify.js";
import { ownSettingsHandlers } from "./rpc/handlers/own-settings.js";
import { readingHandlers } from "./rpc/handlers/reading.js";
import { recordHandlers } from "./rpc/handlers/record.js";
import { serviceHandlers } from "./rpc/handlers/service.js";
import { settingsHandlers } from "./rpc/handlers/settings.js";
import { watchingHandlers } from "./rpc/handlers/watching.js";
import { RouterLine } from "./rpc/router-line.js";
import type { CoreParts, ServiceCore } from "./service-core.js";
import { History } from "./telemetry/history.js";
import { writeMetrics } from "./telemetry/metrics.js";
import { NetworkGlance } from "./telemetry/network-glance.js";
import type { Format } from "./telemetry/prometheus.js";
import { RequestMeter } from "./telemetry/request-meter.js";
import { Sampler } from "./telemetry/sampler.js";
import { sharedPage } from "./telemetry/shared-page.js";
import type { Snapshot } from "./telemetry/snapshot.js";
import { Budget } from "./traffic/budget/budget.js";
import { Traffic } from "./traffic/traffic.js";
import { DailySearch } from "./updates/daily-search.js";
import { LastSearch } from "./updates/last-search.js";
import { withOutcome } from "./updates/outcome.js";
import { shared } from "./updates/shared-run.js";
import { Updater } from "./updates/updater.js";
import { WebApps } from "./web-apps.js";

interface CoreSeams extends CoreParts {
  readonly router: Router;
  readonly logs: Logs;
  /** Files of the router that belong into a backup. */
  readonly routerFiles: () => Promise<readonly string[]>;
  /** When the certificate in use ends. */
  readonly certificateExpires: () => number | undefined;
  /** How it belongs to a fleet; absent where it cannot. */
  readonly membership?: Membership | undefined;
}

const AT_A_HUB = "only a hub has it, and this is not one";

/** Background work, from the time the service is open until it ends. */
interface Care {
  start(): void;
  stop(): void | Promise<void>;
}

interface Made {
  readonly answer: Answer;
  /** The page for Prometheus. */
  readonly metrics: (format: Format) => Promise<string>;
  readonly auth: Auth;
  readonly audit: Audit;
  readonly events: EventLog;
  readonly webApps: WebApps;
  readonly sampler: Sampler;
  readonly history: History;
  readonly traffic: Traffic;
  readonly recent: RecentEvents;
  readonly budget: Budget;
  readonly router: Router;
  readonly applier: Applier;
  readonly closing: AbortController;
  readonly version: string;
  readonly care: readonly Care[];
}

/** The service without its sockets: everything between a request's text and the router. */
export class Core implements ServiceCore {
  readonly #made: Made;

  private constructor(made: Made) {
    this.#made = made;
  }

  get answer(): Answer {
    return this.#made.answer;
  }

  get metrics(): Made["metrics"] {
    return this.#made.metrics;
  }

  get auth(): Auth {
    return this.#made.auth;
  }

  get audit(): Audit {
    return this.#made.audit;
  }

  get webApps(): WebApps {
    return this.#made.webApps;
  }

  static async open(seams: CoreSeams): Promise<Core> {
    const {
      store,
      router,
      settings,
      clock,
      log,
      logs,
      files,
      routerFiles,
      version,
      certificateExpires,
      membership,
      own,
      onSettings,
      passwdCommand,
      prepare,
      signal,
    } = seams;
    const auth = await Auth.open(store, clock, {
      tokenLifetimeMs: () => settings()["auth.token_lifetime"],
      allowFactoryPassword: () => settings()["auth.allow_factory_password"],
    });
    const closing = new AbortController();
    // As many as wait for the router may wait for this too.
    setMaxListeners(0, closing.signal);
    const events = new EventLog(store, clock, log);
    const logins = new LoginWatch(events, clock);
    const audit = new Audit(store, clock, log, undefined, (address) => logins.refused(address));
    const watch = new RouterWatch(events, clock);
    const history = new History(store, clock, log);
    const traffic = new Traffic(store, router.kind, clock, log);
    const keeper = {
      add: (snapshot: Snapshot) => {
        history.add(snapshot);
        traffic.add(snapshot);
      },
    };
    const sampler = new Sampler(router, keeper, clock, log, watch);
    router.onCrash((why) => {
      watch.crashed(why);
      sampler.refresh();
    });
    const recent = new RecentEvents(events, clock);
    const network = new NetworkGlance(router.settings);
    const webApps = new WebApps(store, () => settings()["http.jsonrpc"]);
    const feed = new Updater({
      settings: () => ({ feed: settings()["update.feed"], publicKey: settings()["update.public_key"] }),
      stagingDir: join(settings().data_dir, "updates"),
      product: router.kind,
      clock,
      router,
      currentVersion: async () => (await sampler.current()).facts["router.version"] || undefined,
      log: (message) => log.info(message),
    });
    // Read at each call: a driver may learn only while starting where its router came from.
    // All callers share one search for updates: it may be a download, or a process of its own.
    const source = {
      find: shared((signal) => router.updates?.find(signal) ?? feed.find(signal)),
      update: shared((signal) =>
        withOutcome(
          events,
          signal,
          async () => router.updates?.update(signal, (message) => log.info(message)) ?? feed.update(signal),
        ),
      ),
    };
    const updatesFrom = () =>
      router.updates !== undefined
        ? ("router" as const)
        : feed.hasFeed
          ? ("feed" as const)
          : ("none" as const);
    const updater = new LastSearch(
      source,
      () => updatesFrom() !== "none",
      (message) => log.info(message),
      (found) => void addFoundEvent(events, found),
    );
    const search = new DailySearch({
      ...{ closing: closing.signal, clock, log },
      find: (signal) => updater.find(signal),
      wanted: () => settings()["update.check"] && updatesFrom() !== "none",
    });
    const changes = new ChangeLog(store, clock, log);
    const recorded = new RecordedSettings(router.settings, changes, events);
    router.settings.onReverted?.((what) => recorded.reverted(what));
    const budget = new Budget({
      ...{ store, router, settings: recorded, traffic, events, clock, log, sampler },
      wanted: settings,
    });
    const health = new Health({
      ...{ sampler, history, recent, network: network.view, updater, clock },
      factory: () => auth.password.isFactory,
      budget: () => budget.view(),
    });
    const notifier = new Notifier({
      ...{ store, clock, log, events, settings, router: router.kind, host: hostname() },
      rules: findingRules(async () => (await health.look({ glance: true })).findings),
      own,
    });
    // The third crash is the one that matters, and comes soon after the second.
    events.on(({ kind }) => kind === "router.crashed" && notifier.hasten());
    const meter = new RequestMeter();
    const sources = { router, sampler, meter, tokens: auth.tokens, updater, traffic, budget, clock, version };
    const metrics = sharedPage((format) => writeMetrics(sources, format));
    const backups = new Backups({
      ...{ store, settings, clock, version },
      files: async () => [...files(), ...(await routerFiles())],
    });
    const line = new RouterLine();
    const order = new GracefulOrder({ store, grants: auth.grants, router, audit, clock, log });
    const snapshot = () => sampler.current();
    const applier = new Applier({
      ...{ store, router, settings: recorded, snapshot, clock, log, order },
      grants: auth.grants,
    });
    const handlers: ServiceHandlers = {
      ...readingHandlers({ router, sampler, history, line, locale: () => settings().locale }),
      ...settingsHandlers(recorded, line),
      ...changesHandlers({ settings: recorded, changes, line }),
      ...applyingHandlers({ applier, line, grants: auth.grants, log }),
      ...actingHandlers({
        ...{ router, sampler, updater, line, order, log },
        ...{ grants: auth.grants, closing: closing.signal },
      }),
      ...accessHandlers({ auth, audit, passwdCommand }),
      ...serviceHandlers({ webApps, audit, version, methods: () => Object.keys(handlers) as MethodName[] }),
      ...membershipHandlers(membership),
      ...recordHandlers({ events, logs, backups }),
      ...insightHandlers({ health, sampler, traffic, budget }),
      ...notifyHandler(notifier),
      ...ownSettingsHandlers({
        own,
        changed: (names, by) => {
          onSettings();
          core.reloaded(names, by);
        },
      }),
      ...watchingHandlers({ router, sampler, history, network, auth, clock, version, updatesFrom, updater }),
    };
    const answer = makeAnswer({
      ...{ auth, handlers, elsewhere: () => AT_A_HUB, audit, meter, log },
      takes: (key) => router.settings.takes?.(key as WritableKey),
    });
    const machine = new MachineWatch({
      events,
      store,
      clock,
      log,
      space: () => spaceOf(settings().data_dir),
      certificateExpires,
      address: async () => (await network.view())?.values.get("router.net.ssu.detectedip"),
      version: () => sampler.version,
      router: () => ("which" in router ? router.which && `${router.kind} ${router.which}` : router.kind),
    });
    const schedule = new BackupSchedule({ settings, make: backups.make, events, clock });
    const core = new Core({
      ...{ answer, metrics, auth, audit, events, webApps, sampler, history, traffic, recent, budget, router },
      ...{ applier, closing, version, care: [machine, schedule, budget, notifier, search, order] },
    });
    try {
      await prepare?.(core);
      await feed.sweep();
      await backups.sweep();
      signal?.throwIfAborted();
      await router.start();
      history.start();
      traffic.start();
      await recent.start();
      await watch.start();
      await sampler.start();
      applier.start();
      signal?.throwIfAborted();
      return core;
    } catch (error) {
      await core.close({ save: false });
      throw error;
    }
  }

  get simulated(): boolean {
    return this.#made.router.simulated;
  }

  /** Everybody is answered from now on. */
  async opened(): Promise<void> {
    const { events, version, care } = this.#made;
    await addStartEvent(events, version);
    for (const one of care) one.start();
  }

  /** Settings were read again: what follows from them is done now. */
  reloaded(changed: readonly string[], by = "local"): void {
    if (changed.length > 0)
      void this.#made.events.add("settings.saved", { of: "service", by, names: changed.join(", ") });
    void this.#made.budget.tick();
  }

  /** Breaks off what blocks, such as a download, so that its caller can still be answered. */
  interrupt(): void {
    this.#made.closing.abort(new Error("the service is shutting down"));
  }

  /** A service that never became ready has nothing to save, and perhaps cannot save: `save` is false then. */
  async close({ save = true } = {}): Promise<void> {
    const { applier, sampler, care, events, recent, auth, history, traffic, audit, router } = this.#made;
    applier.close();
    sampler.stop();
    await Promise.all(care.map((one) => one.stop()));
    // Together: what is written at the same time shares a commit, and there is little time.
    await Promise.all([
      save ? events.add("service.stopped") : undefined,
      auth.close(),
      history.stop({ save }),
      traffic.stop({ save }),
      audit.close(),
    ]);
    recent.stop();
    await router.close();
  }
}

/** A start without an end before it means that the service was killed, or the machine. */
async function addStartEvent(events: EventLog, version: string): Promise<void> {
  const [last] = await events.read({ kinds: ["service.started", "service.stopped"], limit: 1 });
  if (last?.kind === "service.started") await events.add("service.interrupted");
  await events.add("service.started", { version });
}

/** Once for each update, even if it is found again. */
async function addFoundEvent(events: EventLog, version: string | undefined): Promise<void> {
  const [last] = await events.read({ kinds: ["update.found", "update.installed"], limit: 1 });
  const isKnown = last?.kind === "update.found" && (version ?? last.data["version"]) === last.data["version"];
  if (!isKnown) await events.add("update.found", version === undefined ? {} : { version });
}
