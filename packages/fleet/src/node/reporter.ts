import type { Clock } from "@pilothouse/drivers/port";
import { parseJson, type Result } from "@pilothouse/protocol";
import type { Answer } from "@pilothouse/server";
import type { Report } from "../bus/report.js";

/** What a report reads from the service, by the same way as all clients. */
const KEYS = {
  "svc.router.version": "",
  "svc.router.net.status": "",
  "svc.router.net.bw.inbound.15s": "",
  "svc.router.net.bw.outbound.15s": "",
  "svc.router.net.tunnels.participating": "",
  "svc.router.uptime": "",
};
const QUESTIONS = JSON.stringify([
  { jsonrpc: "2.0", id: 0, method: "pilothouse.status", params: {} },
  { jsonrpc: "2.0", id: 1, method: "RouterInfo", params: KEYS },
]);
const SLOWER = JSON.stringify([
  { jsonrpc: "2.0", id: 0, method: "pilothouse.apply", params: {} },
  { jsonrpc: "2.0", id: 1, method: "pilothouse.health", params: {} },
]);
/** Reading changes nothing, and is not recorded in the audit. */
const REPORT = { address: "local", actor: "report", access: "read" } as const;

/** What the node has of the template, which only the router itself knows, and what its health says. */
export type Applied = Pick<Report, "settings" | "applied" | "drifted" | "crashing" | "verdict">;

/** Waits for the router, which may hang. */
export async function readApplied(answer: Answer): Promise<Applied> {
  const { text } = await answer(SLOWER, REPORT);
  const [apply, health] = parseJson(text) as [
    { readonly result?: Result<"pilothouse.apply"> },
    { readonly result?: Result<"pilothouse.health"> },
  ];
  if (apply.result === undefined || health.result === undefined) throw new Error(text);
  const { settings, applied, differences } = apply.result;
  const { verdict, findings } = health.result;
  const crashing = findings.some(({ key }) => key === "router.crashloop");
  return { settings, applied, drifted: differences.length > 0, crashing, verdict };
}

/** What the node says of itself now. A router that hangs does not hold it up. */
export async function makeReport(
  answer: Answer,
  clock: Clock,
  applied: Applied & Pick<Report, "allow">,
): Promise<Report> {
  const { text } = await answer(QUESTIONS, REPORT);
  const [status, info] = (parseJson(text) as { readonly result?: object }[]).map(
    ({ result = {} }) => result,
  ) as [Partial<Result<"pilothouse.status">>, Record<string, unknown>];
  // Whole bytes and milliseconds are enough, and this goes over the wire fifty thousand times.
  const number = (key: string): number => Math.round(Number(info[`svc.router.${key}`] ?? 0));
  const netStatus = info["svc.router.net.status"];
  return {
    at: clock.now(),
    service: status.version ?? "",
    router: status.router ?? "",
    simulated: status.simulated ?? false,
    version: String(info["svc.router.version"] ?? ""),
    phase: status.phase ?? "unreachable",
    netStatus: typeof netStatus === "number" ? netStatus : null,
    inbound: number("net.bw.inbound.15s"),
    outbound: number("net.bw.outbound.15s"),
    participating: number("net.tunnels.participating"),
    uptime: number("uptime"),
    starts: status.starts ?? 0,
    restartNeeded: status.restartNeeded ?? false,
    ...applied,
  };
}
