import { randomBytes } from "node:crypto";
import type { Answer } from "@pilothouse/server";
import type { Report } from "../bus/report.js";

/** What is asked of the service for a report, through the way that everybody takes. */
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
  { jsonrpc: "2.0", id: 2, method: "pilothouse.apply", params: {} },
]);

interface Status {
  readonly version: string;
  readonly router: string;
  readonly simulated: boolean;
  readonly phase: string;
  readonly starts: number | null;
  readonly restartNeeded: boolean;
}

/** What the service says of templates: what was applied last, and what is no longer so. */
interface Template {
  readonly settings: string;
  readonly applied: string | null;
  readonly differences: readonly object[];
}

/** Which run of the service a report is of. */
export const newRun = (): string => randomBytes(9).toString("base64url");

/** What the node says of itself now. */
export async function makeReport(answer: Answer, now: number, allow: Report["allow"]): Promise<Report> {
  // With everything: the checksum of the settings is over those that hold a secret, too.
  const { text } = await answer(QUESTIONS, { address: "local", actor: "report", grant: "all" });
  const [status, info, template] = (JSON.parse(text) as { readonly result?: object }[]).map(
    ({ result = {} }) => result,
  ) as [Partial<Status>, Record<string, unknown>, Partial<Template>];
  // Whole bytes and milliseconds: nobody needs more, and it goes over the wire fifty thousand times.
  const number = (key: string): number => Math.round(Number(info[`svc.router.${key}`] ?? 0));
  const netStatus = info["svc.router.net.status"];
  return {
    at: now,
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
    settings: template.settings ?? "",
    applied: template.applied ?? null,
    drifted: (template.differences?.length ?? 0) > 0,
    allow,
  };
}
