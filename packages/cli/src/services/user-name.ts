import { readFileSync } from "node:fs";
import { orNone } from "@pilothouse/system";

/** The name of a user; the number of one who has no name. */
export function userName(uid: number): string {
  const lines = (orNone(() => readFileSync("/etc/passwd", "utf8")) ?? "").split("\n");
  return lines.map((line) => line.split(":")).find((fields) => fields[2] === String(uid))?.[0] ?? String(uid);
}
