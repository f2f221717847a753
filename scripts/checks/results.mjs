// The results that a run of `npm test` leaves as JSON.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../prepare.mjs";

/** Files of results, and what each is of. */
export const PARTS = {
  tests: "tests",
  routers: "router tests",
  "more-routers": "more router tests",
  fleet: "fleet tests",
};

function resultOf(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** For each part its results, or undefined if it left none. */
export const resultsIn = (dir) => Object.keys(PARTS).map((part) => resultOf(join(dir, `${part}.json`)));

const withoutStack = (message) => message.split(/\n\s+at /)[0].slice(0, 1_000);

/** What failed in a run: which test or file, and why. */
export function failuresOf(results, exitCode) {
  const failures = results.flatMap((result) =>
    (result?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((one) => one.status === "failed");
      const file = relative(root, name);
      if (failed.length > 0)
        return failed.map(({ fullName, failureMessages }) => ({
          name: `${file}: ${fullName}`,
          reason: withoutStack(failureMessages.join("\n")),
        }));
      return status === "failed" ? [{ name: file, reason: withoutStack(message) }] : [];
    }),
  );
  const other = { name: "something other than a test", reason: "see the output" };
  return exitCode !== 0 && failures.length === 0 ? [other] : failures;
}
