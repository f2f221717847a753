import { isObject } from "@pilothouse/protocol";
import type { Report } from "../../bus/report.js";

const LONGEST = 128;

/**
 * A report as the hub keeps it. It comes from another machine, and perhaps from another version: what is missing or
 * of another kind must not spoil the list of all nodes.
 */
export function checkedReport(sent: unknown): Report {
  const from: { readonly [name: string]: unknown } = isObject(sent) ? sent : {};
  const text = (name: keyof Report) => {
    const value = from[name];
    return typeof value === "string" ? value.slice(0, LONGEST) : "";
  };
  const count = (name: keyof Report) => {
    const value = from[name];
    const whole = typeof value === "number" ? Math.round(value) : 0;
    return Number.isSafeInteger(whole) && whole > 0 ? whole : 0;
  };
  const flag = (name: keyof Report) => from[name] === true;
  return {
    at: count("at"),
    service: text("service"),
    router: text("router"),
    simulated: flag("simulated"),
    version: text("version"),
    phase: text("phase"),
    netStatus: typeof from["netStatus"] === "number" ? count("netStatus") : null,
    inbound: count("inbound"),
    outbound: count("outbound"),
    participating: count("participating"),
    uptime: count("uptime"),
    starts: count("starts"),
    restartNeeded: flag("restartNeeded"),
    settings: text("settings"),
    applied: typeof from["applied"] === "string" ? text("applied") : null,
    drifted: flag("drifted"),
    allow: ALLOWS.find((one) => one === from["allow"]) ?? "read",
  };
}

const ALLOWS = ["read", "operate", "all"] as const;
