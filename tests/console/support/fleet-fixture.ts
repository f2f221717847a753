import { checkHubSettings, type HubCore, openHub, SqliteState } from "@pilothouse/fleet";
import type { Service } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import type { Report } from "../../../packages/fleet/src/bus/report.js";
import { MemoryBus } from "../../../packages/fleet/src/hub/testing/memory-bus.js";
import { choosePassword } from "../../support/chosen-password.js";
import { start } from "../../support/start.js";
import { ConsoleFixture, PASSWORD, signIn } from "./console-fixture.js";

const BUS = {
  bus: "embedded",
  host: "127.0.0.1",
  port: 0,
  addresses: [],
  program: "none",
  shared: false,
} as const;

/** A real hub that serves the real page; its bus is within this process. */
export class FleetFixture {
  /** What nodes report other than usual, by name. */
  readonly reports = new Map<string, Partial<Report>>();
  /** Lets all nodes report now. */
  report: () => void = () => {};

  private constructor(
    readonly fixture: ConsoleFixture,
    readonly bus: MemoryBus,
    readonly hub: HubCore,
  ) {}

  /** With as many nodes as `addNodes` would add; fifty thousand are added one by one only slowly. */
  static async open(nodes = 0): Promise<FleetFixture> {
    let bus: MemoryBus | undefined;
    let hub: HubCore | undefined;
    const fixture = await ConsoleFixture.open({
      watched: 0,
      serve: async (starting) => {
        const { makeRouter: _none, ...seams } = starting;
        return start({
          ...seams,
          clock: requiredClock(starting.clock),
          version: "0.1.0",
          check: checkHubSettings,
          openCore: async (parts) => {
            hub = await openHub(parts, {
              bus: BUS,
              openState: async ({ store }) => {
                await store.write((db) => {
                  for (let index = 0; index < nodes; index++) {
                    const record = { ...nodeAt(index), joined: 1, invitation: "i" };
                    const key = `node/${idOf(record.name)}`;
                    db.run("INSERT INTO fleet (key, text) VALUES (?, ?)", key, JSON.stringify(record));
                  }
                });
                return new SqliteState(store);
              },
              openBus: async (busParts) => {
                bus = new MemoryBus(busParts);
                return bus;
              },
            });
            return hub;
          },
        });
      },
    });
    if (bus === undefined || hub === undefined) throw new Error("the hub opened no bus");
    const fleet = new FleetFixture(fixture, bus, hub);
    fleet.#letReport(nodes);
    return fleet;
  }

  /**
   * Nodes that report, and go on reporting however slow the machine is: `node-00000` and on. Without an `answer` for
   * their calls, they cannot be called.
   */
  async addNodes(count: number, answer?: Parameters<MemoryBus["join"]>[2]): Promise<void> {
    // In parallel: the store syncs concurrent writes together.
    const join = (index: number) => {
      const { name, labels } = nodeAt(index);
      return this.bus.join(idOf(name), { name, labels }, answer);
    };
    await Promise.all(Array.from({ length: count }, (_, index) => join(index)));
    this.#letReport(count);
  }

  #letReport(count: number): void {
    if (count === 0) return;
    this.report = () => {
      for (let index = 0; index < count; index++) {
        const { name } = nodeAt(index);
        this.bus.report(idOf(name), {
          version: index % 10 === 0 ? "0.9.63" : "0.9.64",
          inbound: 10_000 + index,
          restartNeeded: index === 7,
          ...this.reports.get(name),
        });
      }
    };
    this.report();
    const reporting = setInterval(this.report, 10_000);
    onTestFinished(() => clearInterval(reporting));
  }

  /** A node that is a whole service, with a simulated router. */
  async node(name: string): Promise<Service> {
    const dataDir = scratch();
    await choosePassword(dataDir, PASSWORD);
    const service = await start({ dataDir });
    onTestFinished(() => service.stop());
    await this.bus.join(idOf(name), { name, labels: { site: "lab" } }, async ({ text, scope }) => {
      const reply = await service.answer(text, { address: "hub", access: scope });
      reply.afterwards?.();
      return reply.text;
    });
    this.bus.report(idOf(name));
    return service;
  }

  async page(at: string, options: Parameters<ConsoleFixture["page"]>[0] = {}): Promise<Page> {
    const page = await this.fixture.page({ ...options, at: `${this.fixture.url}${at}` });
    await signIn(page);
    return page;
  }
}

const nodeAt = (index: number) => ({
  name: `node-${String(index).padStart(5, "0")}`,
  labels: { site: ["ams", "fra", "waw"][index % 3] ?? "" },
});

/** In capitals, as real ids are: a plan of a roll-out with others is set aside as damaged. */
export const idOf = (name: string): string => `U-${name.toUpperCase()}`;

function requiredClock<T>(clock: T | undefined): T {
  if (clock === undefined) throw new Error("the fixture has no clock");
  return clock;
}
