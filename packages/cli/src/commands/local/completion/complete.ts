import type { Run } from "../../../command/context.js";
import { completed } from "../../../completion/complete.js";
import { FILES } from "../../../completion/scripts.js";
import { loadProfiles } from "../../../remote/target/profiles.js";

/** Asked by the shell, with the words so far; the last one is to be completed. */
export const complete: Run<[readonly string[]]> = async ({ env, drivers }, [words], _options, { parent }) => {
  if (parent === null) throw new Error("the program completes itself only as a whole");
  const found = await completed(parent, words, loadProfiles(env).known, drivers);
  const lines = found === "files" ? [FILES] : found.map(({ value, says }) => `${value}\t${says}`);
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
};
