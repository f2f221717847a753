import { setImmediate as turn } from "node:timers/promises";
import Libsql from "libsql";
import AsyncLibsql from "libsql/promise";

const { exec } = AsyncLibsql.prototype;
const { prepare } = Libsql.prototype;

/** The disk below all stores of this process: knows what is written and where, and can be full. */
export const disk = {
  writing: 0,
  commits: 0,
  full: false,
  /** How often each table was written; of the table of values, each beginning of a name. */
  written: new Map<string, number>(),
  /** Called before each commit; throws to prevent it. */
  before: (): void => {},

  install(): void {
    AsyncLibsql.prototype.exec = async function (this: AsyncLibsql, sql: string) {
      if (disk.full) throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
      disk.before();
      disk.writing++;
      disk.commits++;
      try {
        // Others come first, as while a disk is slow; a thread of its own would cost more than the write.
        await turn();
        Libsql.prototype.exec.call(this as unknown as Libsql.Database, sql);
        return this;
      } finally {
        disk.writing--;
      }
    };
  },

  uninstall(): void {
    AsyncLibsql.prototype.exec = exec;
  },

  /** Another number whenever one of these was written. */
  revision: (places: readonly string[]): number =>
    places.reduce((sum, place) => sum + (disk.written.get(place) ?? 0), 0),

  /** Whether a file is being read or written on another thread. */
  isBusy: (): boolean =>
    disk.writing > 0 || process.getActiveResourcesInfo().some((name) => name.startsWith("FSReq")),
};

const WRITES = /^(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)/;

/** Below whatever else is done to statements. */
Libsql.prototype.prepare = function (this: Libsql.Database, sql: string) {
  const statement = prepare.call(this, sql);
  const [, table] = WRITES.exec(sql) ?? [];
  if (table === undefined) return statement;
  const run = statement.run.bind(statement) as (...values: unknown[]) => Libsql.RunResult;
  return Object.assign(statement, {
    run: (...values: unknown[]) => {
      const place = table === "value" ? `value ${String(values[0]).split(".")[0]}` : table;
      disk.written.set(place, (disk.written.get(place) ?? 0) + 1);
      return run(...values);
    },
  });
} as typeof prepare;
