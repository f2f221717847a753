import { type Check, ok, problem, type Run, warning } from "@pilothouse/system";
import type { Version } from "../../i2pd-wire/version.js";
import { NotPossible } from "../../port.js";
import type { Places } from "../places.js";
import { locate } from "../program/binary.js";
import { versionOf } from "../program/version.js";
import type { Placed } from "./placed.js";

/** The version of the program; throws `NotPossible` when there is none that can be managed. */
export async function i2pdVersion(
  { binary }: Places,
  run: Run,
  log: (message: string) => void,
): Promise<{ readonly path: string; readonly version: Version }> {
  const path = await locate(binary);
  return { path, version: await versionOf(path, run, log) };
}

export const i2pdProgram: Check<Placed> = {
  name: "i2pd program",
  look: async ({ i2pd, run }) => {
    const newer: string[] = [];
    try {
      const { path, version } = await i2pdVersion(i2pd, run, (message) => newer.push(message));
      return newer.length === 0
        ? [ok(`${path} is i2pd ${version.join(".")}`)]
        : newer.map((message) =>
            warning(`${path}: ${message}`, "if something fails, take a version from 2.45 to 2.59"),
          );
    } catch (error) {
      if (!(error instanceof NotPossible)) throw error;
      return [problem(error.message, "install i2pd 2.45 to 2.59, or set i2pd.binary")];
    }
  },
};
