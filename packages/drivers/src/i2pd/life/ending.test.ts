import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { reasonText } from "@pilothouse/protocol";
import type { Run } from "@pilothouse/system";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { causeOf, lastLinesOf } from "./ending.js";
import { endingOfUnit } from "./unit.js";

describe("how a process of ours ended", () => {
  it("is described by its signal or exit code, where it is known", async () => {
    const cause = async (...of: Parameters<typeof causeOf>) => reasonText(await causeOf(...of));
    expect(await cause(Promise.resolve([null, "SIGKILL"]), "")).toBe("killed by SIGKILL");
    expect(await cause(Promise.resolve([1, null]), "bind: in use")).toBe("exit code 1: bind: in use");
    expect(await cause(undefined, "")).toContain("not known");
    expect(await cause(new Promise(() => {}), "")).toContain("not known");
  });

  it("is described with the last lines of its log, and without secrets", async () => {
    const dir = scratch();
    const file = join(dir, "i2pd.log");
    const lines = Array.from({ length: 500 }, (_, at) => `12:00:00/info - line ${at}`);
    await writeFile(file, `${lines.join("\n")}\nI2PControl: Authenticate Password=abc\n`);
    expect(await lastLinesOf(file)).toEqual([...lines.slice(-4), "(a line about a password)"]);
    expect(await lastLinesOf(join(dir, "none"))).toEqual([]);
  });
});

describe("how a unit of systemd ended", () => {
  const unit = (reported: string, start = ["systemctl", "start", "i2pd"]) => {
    const ran: string[] = [];
    const run: Run = async (argv) => {
      ran.push(argv.join(" "));
      return { code: 0, stdout: reported, stderr: "" };
    };
    return endingOfUnit({ start, stop: [] }, run).then((ending) => ({ ending, ran }));
  };

  it("is a stop when systemd calls it inactive and a success", async () => {
    const { ending, ran } = await unit(
      "LoadState=loaded\nActiveState=inactive\nResult=success\nExecMainCode=1\nExecMainStatus=0\n",
    );
    expect(ending?.stopped).toBe(true);
    expect(ran).toEqual([
      "systemctl show --property=LoadState,ActiveState,Result,ExecMainCode,ExecMainStatus,NRestarts i2pd",
    ]);
  });

  it.each([
    ["ActiveState=failed\nResult=signal\nExecMainCode=2\nExecMainStatus=9\n", "killed by signal 9"],
    ["ActiveState=failed\nResult=exit-code\nExecMainCode=1\nExecMainStatus=1\n", "exit code 1"],
    // There is no such unit: only a start says so.
    [
      "LoadState=not-found\nActiveState=inactive\nResult=success\nExecMainCode=0\nExecMainStatus=0\n",
      "success",
    ],
    // It has not ended at all.
    [
      "LoadState=loaded\nActiveState=active\nResult=success\nExecMainCode=0\nExecMainStatus=0\n",
      "does not answer",
    ],
    // systemd itself is about to start it again.
    ["ActiveState=activating\nResult=signal\nExecMainCode=2\nExecMainStatus=6\n", "killed by signal 6"],
  ])("is a crash otherwise: %j", async (reported, cause) => {
    const { ending } = await unit(reported);
    expect(ending?.stopped).toBe(false);
    expect(ending && reasonText(ending.why)).toContain(cause);
  });

  it("is asked without what gives the right to start it, and not of other programs", async () => {
    const { ran } = await unit("", ["sudo", "-n", "/usr/bin/systemctl", "--user", "start", "i2pd.service"]);
    expect(ran).toEqual([
      "/usr/bin/systemctl --user show --property=LoadState,ActiveState,Result,ExecMainCode,ExecMainStatus,NRestarts i2pd.service",
    ]);
    expect((await unit("", ["rc-service", "i2pd", "start"])).ending).toBeUndefined();
  });
});
