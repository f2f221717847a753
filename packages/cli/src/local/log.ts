import { fstatSync } from "node:fs";
import { Writable } from "node:stream";
import type { Settings } from "@pilothouse/server";
import { type DestinationStream, destination, type Logger, pino } from "pino";
import { forJournal, isJournal } from "../terminal/journal.js";

/** How many bytes are kept while the log cannot be written; what comes after that is lost. */
const MOST_UNWRITTEN = 1_048_576;

/** The log goes to standard error: text for a person at a terminal, JSON for everything else. */
export async function makeLog(settings: Settings): Promise<Logger> {
  const level = settings["log.level"];
  const format = settings["log.format"];
  const options = { level, base: { pid: process.pid } };
  const asText = format === "text" || (format === "auto" && process.stderr.isTTY === true);
  const out = isPassedOn(2) ? toReader() : destination({ fd: 2, sync: true, maxLength: MOST_UNWRITTEN });
  // A log that cannot be written, as on a full disk, is no reason to end the service.
  out.on("error", () => {});
  const write = isJournal() ? (line: string, of: number) => out.write(forJournal(line, of)) : undefined;
  if (!asText) return pino(options, write === undefined ? out : withLevels(write));
  const { default: pretty, prettyFactory } = await import("pino-pretty");
  const looks = { ignore: "pid", translateTime: "HH:MM:ss" };
  if (write === undefined) return pino({ level }, pretty({ ...looks, destination: out }));
  const text = prettyFactory(looks);
  return pino(
    { level },
    withLevels((line, of) => write(text(line), of)),
  );
}

/** Each line with its level, which pino writes first. */
const withLevels = (write: (line: string, level: number) => void): DestinationStream => ({
  write: (line) => write(line, Number(/^\{"level":(\d+)/.exec(line)?.[1])),
});

function isPassedOn(fd: number): boolean {
  const file = fstatSync(fd);
  return file.isFIFO() || file.isSocket();
}

/** The reader of the log may stop reading. With the usual stream, the next line would then block for ever. */
function toReader(): Writable {
  process.stderr.on("error", () => {});
  return new Writable({
    decodeStrings: false,
    write(line: string | Buffer, _encoding, done) {
      if (process.stderr.writableLength < MOST_UNWRITTEN) process.stderr.write(line);
      done();
    },
  });
}
