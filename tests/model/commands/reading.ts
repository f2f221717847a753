import type { MethodName } from "@pilothouse/protocol";
import fc from "fast-check";
import type { Params, System } from "../port/system.js";
import { CODES, refused } from "../spec/model.js";
import { isAtRest } from "../spec/router.js";
import { command } from "./command.js";

const DAY = 86_400_000;
/** An id that nothing has yet. */
const LATER = 1_000_000_000;

/** Everything that only reads, with what it needs. */
const READS: { readonly [M in MethodName]?: (system: System) => Params } = {
  RouterInfo: () => ({ "svc.router.uptime": "", "svc.router.status": "" }),
  GetRate: () => ({ Stat: "bw.sendRate", Period: 60_000 }),
  NetworkSetting: () => ({ "svc.router.net.bw.in": null }),
  AdvancedSettings: ({ driver }) => ({ get: Object.keys(driver.advanced)[0], getAll: null }),
  ClientServicesInfo: () =>
    Object.fromEntries(["I2PTunnel", "HTTPProxy", "SOCKS", "SAM", "BOB", "I2CP"].map((name) => [name, ""])),
  "rpc.discover": () => ({}),
  "pilothouse.status": () => ({}),
  "pilothouse.health": () => ({}),
  "pilothouse.traffic": () => ({}),
  "pilothouse.history": (system) => ({ from: system.now() - DAY, to: system.now(), points: 10 }),
  "pilothouse.audit": () => ({ limit: 20, before: LATER }),
  "pilothouse.events": (system) => ({
    ...{ limit: 20, before: LATER, kinds: ["settings.saved", "service.started"], severity: "info" },
    ...{ from: system.now() - DAY, to: system.now() },
  }),
  "pilothouse.changes": () => ({ limit: 20, before: LATER }),
  "pilothouse.logs": () => ({ source: "service", level: "info", text: "the", limit: 20 }),
  "pilothouse.notify": () => ({}),
  "pilothouse.settings": () => ({}),
  "pilothouse.apply": () => ({}),
  "pilothouse.webapps": () => ({}),
  ServiceControl: () => ({ "svccontrol.address": "0.0.0.0", "svccontrol.port": "1" }),
};
export const METHODS = Object.keys(READS) as readonly MethodName[];

export const READING = [
  command({
    name: "read",
    methods: METHODS,
    weight: 16,
    given: fc.record({ who: fc.nat(6), method: fc.constantFrom(...METHODS) }),
    async run(world, { who: n, method }) {
      const who = world.who(n);
      const answer = await world.ask(
        who,
        "read",
        method,
        READS[method]?.(world.system) ?? {},
        // What is asked of the router itself it may not answer while it ends or starts.
        (state) => (isAtRest(state) ? { state } : { state, orRefused: [CODES.internal] }),
      );
      if (answer !== undefined && typeof who === "object" && who.scope !== "all")
        world.shown.push(answer.text);
    },
  }),
  command({
    name: "ask what is to be done first",
    methods: ["pilothouse.setup"],
    given: fc.constant({}),
    async run(world) {
      const answer = await world.call("nobody", "pilothouse.setup", {});
      world.foretold(answer, { state: world.state }, "pilothouse.setup");
    },
  }),
  command({
    name: "join or leave a fleet",
    methods: ["pilothouse.join", "pilothouse.leave", "pilothouse.membership"],
    given: fc.record({
      who: fc.nat(6),
      method: fc.constantFrom("pilothouse.join", "pilothouse.leave", "pilothouse.membership"),
    }),
    async run(world, { who, method }) {
      // A node that leaves its hub would have to be invited again.
      if (world.state.hub !== undefined && method === "pilothouse.leave") return;
      const scope = method === "pilothouse.membership" ? "read" : "all";
      const params = method === "pilothouse.join" ? { token: "ph1_none", name: "a node" } : {};
      // Nobody can join with this token, and so nobody has to leave.
      const code = method === "pilothouse.join" ? CODES.invalidParams : undefined;
      await world.ask(world.who(who), scope, method, params, (state) => {
        if (!world.system.can.has("fleet") && state.hub === undefined) return refused(state, CODES.refused);
        return code === undefined ? { state } : refused(state, code);
      });
    },
  }),
];
