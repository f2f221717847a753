import { defaultFile, type Effective, effectiveLines } from "@pilothouse/server/settings";
import type { Run } from "../context.js";
import { effectiveFor, type SettingFlags } from "../flags.js";

/** The settings of the service that are in force here, and where each came from. */
export const config: Run<[], SettingFlags> = ({ out }, _args, options) => {
  if (options["default"] === true) return void process.stdout.write(defaultFile());
  const effective = effectiveFor(options);
  out.result(effective, () => [fileLine(effective), ...effectiveLines(effective)].join("\n"));
};

const fileLine = ({ file }: Effective): string =>
  file === undefined ? "# no file of settings was found" : `# file of settings: ${file}`;
