import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Inventory } from "../../../packages/fleet/src/hub/inventory/inventory.js";
import type { Authority } from "../../../packages/fleet/src/hub/operators/authority.js";
import type { Operators } from "../../../packages/fleet/src/hub/operators/operators.js";
import type { CallQueue } from "../../../packages/fleet/src/hub/queue/call-queue.js";
import type { NatsHubBus } from "../../../packages/fleet/src/hub-bus/nats-hub-bus.js";
import type { NodeCalls } from "../../../packages/fleet/src/hub-bus/node-calls.js";

const PACKAGES = join(import.meta.dirname, "../../../packages");

/** The parts of the program that can be made wrong, where each is when it is built. */
const PLACES = {
  NatsHubBus: "hub-bus/nats-hub-bus",
  NodeCalls: "hub-bus/node-calls",
  Inventory: "hub/inventory/inventory",
  Authority: "hub/operators/authority",
  Operators: "hub/operators/operators",
  CallQueue: "hub/queue/call-queue",
} as const;

interface Of<T> {
  readonly prototype: T;
}
export interface Parts {
  readonly NatsHubBus: Of<NatsHubBus>;
  readonly NodeCalls: Of<NodeCalls>;
  readonly Inventory: Of<Inventory>;
  readonly Authority: Of<Authority>;
  readonly Operators: Of<Operators>;
  readonly CallQueue: Of<CallQueue>;
}

/**
 * The program of hubs, changed by this function when it starts. The function runs in a process of its own, so
 * it knows nothing but what it is given.
 */
export function wrongProgram(put: (parts: Parts) => void): string {
  const url = (...path: string[]) => JSON.stringify(pathToFileURL(join(PACKAGES, ...path)).href);
  const imports = Object.entries(PLACES).map(
    ([name, path]) => `import { ${name} } from ${url("fleet", "dist", `${path}.js`)};\n`,
  );
  const file = join(mkdtempSync(join(tmpdir(), "ph-wrong-")), "program.mjs");
  const applied = `({ ${put.toString()} }).put({ ${Object.keys(PLACES).join(", ")} });\n`;
  writeFileSync(file, `${imports.join("")}${applied}await import(${url("cli", "dist", "main.js")});\n`);
  return file;
}
