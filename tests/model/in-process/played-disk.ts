import AsyncLibsql from "libsql/promise";

const { exec } = AsyncLibsql.prototype;

/** The disk below all stores of this process: knows what is being written, and can be full. */
export const disk = {
  writing: 0,
  commits: 0,
  full: false,
  /** Called before each commit; throws to prevent it. */
  before: (): void => {},

  install(): void {
    AsyncLibsql.prototype.exec = async function (this: AsyncLibsql, sql: string) {
      if (disk.full) throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
      disk.before();
      disk.writing++;
      disk.commits++;
      try {
        return await exec.call(this, sql);
      } finally {
        disk.writing--;
      }
    };
  },

  uninstall(): void {
    AsyncLibsql.prototype.exec = exec;
  },

  /** Whether a file is being read or written on another thread. */
  isBusy: (): boolean =>
    disk.writing > 0 || process.getActiveResourcesInfo().some((name) => name.startsWith("FSReq")),
};
