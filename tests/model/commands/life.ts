import fc from "fast-check";
import { killed, restarted, restored } from "../spec/service.js";
import { edited } from "../spec/settings.js";
import { holds } from "../world/broken.js";
import { lasting } from "../world/lasting.js";
import { SENTENCES } from "../world/sentences.js";
import { command } from "./command.js";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/** What happens to a service, without anybody calling it. */
export const LIFE = [
  command({
    name: "restart the service",
    checks: "around",
    given: fc.constant({}),
    async run(world) {
      const before = await lasting(world.views);
      await world.system.restart();
      world.started();
      await world.becomes(restarted);
      const after = await lasting(world.views.next());
      for (const part of ["settings", "services", "changes", "own", "audit"] as const)
        holds(after[part] === before[part], SENTENCES.restart, () => `${before[part]} became ${after[part]}`);
    },
  }),
  command({
    name: "kill -9",
    needs: "kill",
    checks: "around",
    given: fc.constant({}),
    async run(world) {
      await world.system.kill();
      world.started();
      await world.becomes(killed);
    },
  }),
  command({
    name: "time passes",
    needs: "time",
    weight: 16,
    given: fc.record({ seconds: fc.constantFrom(1, 5, 25, 90) }),
    async run(world, { seconds }) {
      await world.system.pass(seconds * SECOND);
    },
  }),
  command({
    name: "hours pass",
    needs: "time",
    weight: 1,
    given: fc.record({
      hours: fc.oneof({ weight: 12, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constant(24) }),
    }),
    async run(world, { hours }) {
      for (let n = 0; n < hours; n++) {
        if (n > 0) await world.observe();
        await world.system.pass(HOUR);
      }
    },
  }),
  command({
    name: "the clock is set",
    needs: "time",
    weight: 2,
    given: fc.record({ minutes: fc.constantFrom(-90, -90, -1, -1, 1, 1, 90, 90, 2_000) }),
    async run(world, { minutes }) {
      await world.system.setClock(minutes * 60 * SECOND);
      world.notified.clockSet();
      // What the router makes of it is seen when it is asked next.
      await world.system.pass(SECOND);
    },
  }),
  command({
    name: "the disk is full",
    needs: "disk",
    given: fc.constant({}),
    async run(world) {
      await world.system.fillDisk(true);
      world.state = { ...world.state, diskFull: true };
    },
  }),
  command({
    name: "the disk has room again",
    needs: "disk",
    weight: 8,
    given: fc.constant({}),
    async run(world) {
      await world.system.fillDisk(false);
      world.state = { ...world.state, diskFull: false };
    },
  }),
  command({
    name: "edit the router's file",
    needs: "edit",
    weight: 6,
    given: fc.record({ n: fc.nat(20), m: fc.nat(5), network: fc.boolean() }),
    async run(world, { n, m, network }) {
      const { system, state } = world;
      if (state.diskFull) return;
      const { driver } = system;
      const table = network ? driver.network : driver.advanced;
      const names = Object.keys(table);
      const key = names[n % names.length] ?? "";
      const value = [...(table[key] ?? []), null][m % ((table[key]?.length ?? 0) + 1)] || null;
      const after = network
        ? driver.writes(state.saved, new Map([[key, value]]))
        : new Map([...state.saved].filter(([name]) => name !== key));
      if (!network && value !== null) (after as Map<string, string>).set(key, value);
      const change = [...new Set([...state.saved.keys(), ...after.keys()])]
        .filter((name) => state.saved.get(name) !== after.get(name))
        .map((name) => [name, after.get(name) ?? null] as const);
      await system.edit(Object.fromEntries(change));
      await world.becomes((now) => edited(now, change));
    },
  }),
  command({
    name: "back up",
    needs: "backup",
    checks: "around",
    methods: ["pilothouse.backup"],
    given: fc.constant({}),
    async run(world) {
      if (world.state.diskFull) return;
      const { events, state, addresses } = world;
      const shown = await lasting(world.views);
      const backup = await world.system.backup();
      world.backups.push({
        shown,
        backup,
        state,
        addresses,
        events: { ...events, counts: new Map(events.counts), revision: undefined },
      });
    },
  }),
  command({
    name: "restore a backup",
    needs: "backup",
    checks: "around",
    given: fc.record({ n: fc.nat(2) }),
    async run(world, { n }) {
      const one = world.backups.at(-1 - n);
      if (one === undefined || world.state.diskFull) return;
      await world.system.restore(one.backup);
      world.started();
      world.notified.restored();
      await world.becomes((state) => restored(state, one.state));
      const after = await lasting(world.views.next());
      const { own, tokens } = one.shown;
      const { endsWithService } = world.system.driver;
      // A router that goes on from the backup makes up the same keys once more.
      if (endsWithService) world.addresses = one.addresses;
      for (const part of endsWithService
        ? (["settings", "services", "changes"] as const)
        : (["changes"] as const))
        holds(
          after[part] === one.shown[part],
          SENTENCES.restore,
          () => `${one.shown[part]} became ${after[part]}`,
        );
      holds(after.sessions === "[]", SENTENCES.restore, () => `there are sessions: ${after.sessions}`);
      // What the configuration says counts, and time goes on.
      const isSame = JSON.stringify(one.state.configured) === JSON.stringify(world.state.configured);
      holds(!isSame || after.own === own, SENTENCES.restore, () => `${own} became ${after.own}`);
      const isOlder = one.state.now === world.state.now;
      holds(!isOlder || after.tokens === tokens, SENTENCES.restore, () => `${tokens} became ${after.tokens}`);
      world.events = { ...one.events, counts: new Map(one.events.counts) };
    },
  }),
];
