import { createHash, randomBytes } from "node:crypto";
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
  { jsonrpc: "2.0", id: 2, method: "AdvancedSettings", params: { getAll: "" } },
]);

interface Status {
  readonly version: string;
  readonly router: string;
  readonly simulated: boolean;
  readonly phase: string;
  readonly starts: number | null;
  readonly restartNeeded: boolean;
}

/** Which run of the service a report is of. */
export const newRun = (): string => randomBytes(9).toString("base64url");

/** What the node says of itself now. */
export async function makeReport(
  answer: Answer,
  now: number,
  own: (settings: Readonly<Record<string, string>>) => Pick<Report, "applied" | "drifted" | "allow">,
): Promise<Report> {
  // With everything: the checksum of the settings is over those that hold a secret, too.
  const { text } = await answer(QUESTIONS, { address: "local", actor: "report", grant: "all" });
  const [status, info, settings] = (JSON.parse(text) as { readonly result?: object }[]).map(
    ({ result = {} }) => result,
  ) as [Partial<Status>, Record<string, unknown>, { readonly getAll?: Record<string, string> }];
  const number = (key: string): number => Number(info[`svc.router.${key}`] ?? 0);
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
    settings: settings.getAll === undefined ? "" : settingsChecksum(settings.getAll),
    ...own(settings.getAll ?? {}),
  };
}

/** The same settings have the same checksum, in whichever order they come. */
export function settingsChecksum(settings: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("base64url").slice(0, 22);
}
