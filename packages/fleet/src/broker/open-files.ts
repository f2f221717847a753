import { readFileSync } from "node:fs";
import { orNone } from "@pilothouse/system";

/** In addition to connections: the server's own files, and some to spare. */
const OTHERS = 200;

/**
 * What is wrong with the limit of open files for this many nodes; undefined when nothing is. A nats-server raises
 * its own limit as far as it may, so the hard limit counts.
 */
export function openFilesFault(nodes: number, limits: string = ownLimits()): string | undefined {
  const [, hard] = /^Max open files\s+\S+\s+(\d+|unlimited)/m.exec(limits) ?? [];
  if (hard === undefined || hard === "unlimited" || Number(hard) >= nodes + OTHERS) return undefined;
  return `the hub's nats-server may open ${hard} files, and ${nodes} nodes need ${nodes + OTHERS}: raise the limit (LimitNOFILE= in the unit, or ulimit -Hn)`;
}

const ownLimits = (): string => orNone(() => readFileSync("/proc/self/limits", "utf8")) ?? "";
