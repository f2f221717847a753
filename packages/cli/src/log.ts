import type { Settings } from "@pilothouse/server";
import { destination, type Logger, pino } from "pino";

/** The log goes to standard error: text for a person at a terminal, JSON for everything else. */
export async function makeLog(settings: Settings): Promise<Logger> {
  const level = settings["log.level"];
  const format = settings["log.format"];
  const options = { level, base: { pid: process.pid } };
  const asText = format === "text" || (format === "auto" && process.stderr.isTTY === true);
  if (!asText) return pino(options, destination({ fd: 2, sync: true }));
  const { default: pretty } = await import("pino-pretty");
  return pino({ level }, pretty({ destination: 2, sync: true, ignore: "pid", translateTime: "HH:MM:ss" }));
}
