import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { reason } from "@pilothouse/protocol";
import { NotPossible } from "../../port.js";

/** Debian puts i2pd where the paths of ordinary users do not lead. */
const ALSO = ["/usr/sbin", "/usr/local/sbin", "/usr/local/bin", "/usr/bin"];

/** The path of a program that is given as a path, or by a name. */
export async function locate(program: string, path = process.env["PATH"] ?? ""): Promise<string> {
  const places = program.includes("/")
    ? [resolve(program)]
    : [...path.split(delimiter).filter((part) => part !== ""), ...ALSO].map((place) => join(place, program));
  for (const place of places) if (await isRunnable(place)) return place;
  throw new NotPossible(reason("i2pd.missing", { program }));
}

const isRunnable = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
