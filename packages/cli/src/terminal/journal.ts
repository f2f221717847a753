import { fstatSync } from "node:fs";

const STDERR = 2;

/** Whether systemd's journal reads what this process writes to standard error: it names that stream by its inode. */
export function isJournal(env: NodeJS.ProcessEnv = process.env, fd = STDERR): boolean {
  const named = env["JOURNAL_STREAM"];
  if (named === undefined) return false;
  const { dev, ino } = fstatSync(fd);
  return named === `${dev}:${ino}`;
}

/** By levels of the log: from each on, this is the priority. */
const PRIORITIES = [
  [60, 2],
  [50, 3],
  [40, 4],
  [30, 6],
] as const;
const DEBUG = 7;
const ERROR = 50;

/** Lines as the journal takes them: each begins with its priority, which it takes off again. */
export function forJournal(text: string, level: number = ERROR): string {
  const [, priority] = PRIORITIES.find(([from]) => level >= from) ?? [0, DEBUG];
  return text.replaceAll(/^(?=.)/gm, `<${priority}>`);
}
