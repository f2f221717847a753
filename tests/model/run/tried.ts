import { type MethodName, methodDefinition, SERVICE_METHOD_NAMES } from "@pilothouse/protocol";
import fc from "fast-check";
import { COMMANDS } from "../commands/commands.js";
import { METHODS } from "../commands/reading.js";
import type { System } from "../port/system.js";
import { type MakeSystem, play, type Step } from "./run.js";

/** Without them most commands have nothing to do. */
const FIRST: readonly Step[] = [
  ["log in", {}],
  ["make a token", { who: 0, name: "script", scope: "all", days: 90 }],
  ["save network settings", { who: 0, some: [[0, 1]] }],
  ["set advanced settings", { who: 0, some: [[0, 0]] }],
  ["change tunnels", { who: 0, changes: [{ action: "create", n: 0, m: 0 }] }],
  ["change a tunnel by TunnelManager", { who: 0, one: { action: "edit", n: 0, m: 2 } }],
  ["preview a change of tunnels, and carry it out", { who: 0, one: { action: "create", n: 1, m: 0 } }],
  ...METHODS.map((method): Step => ["read", { who: 0, method }]),
];
const OF_EACH = 8;

/** Some steps of each command that calls a method, as far as a system can do them; the same each time. */
export const someOfEach = (can: System["can"]): readonly Step[] => [
  ...FIRST,
  ...COMMANDS.filter(
    ({ needs, methods }) => methods !== undefined && (needs === undefined || can.has(needs)),
  ).flatMap(({ name, given }) =>
    fc.sample(given, { seed: 1, numRuns: OF_EACH }).map((one): Step => [name, one]),
  ),
];

/** What of the interface these steps send: methods, and methods with a parameter or an action. */
export async function sentIn(make: MakeSystem, steps: readonly Step[]): Promise<ReadonlySet<string>> {
  const sent = new Set<string>();
  await play(
    async () => {
      const { system, password } = await make();
      const call = system.call.bind(system);
      system.call = (method, params, from) => {
        for (const name of ["", ...Object.keys(params)]) sent.add(`${method} ${name}`.trim());
        return call(method, params, from);
      };
      return { system, password };
    },
    steps,
    false,
  );
  return sent;
}

/** All that can be sent to a service with a router. Of a bag of settings each is like the others. */
export const SENDABLE: readonly string[] = SERVICE_METHOD_NAMES.flatMap((name: MethodName) => {
  const method = methodDefinition(name);
  const names = method.shape === "call" ? method.params : method.shape === "acts" ? method.bag : {};
  return [name, ...Object.keys(names).map((one) => `${name} ${one}`)];
});
