import { defaultFile, type Effective, effectiveLines } from "@pilothouse/server";

interface Options {
  readonly default?: true;
  readonly json?: true;
}

export function printConfig(effective: Effective, options: Options): void {
  if (options.default) process.stdout.write(defaultFile());
  else if (options.json) process.stdout.write(`${JSON.stringify(effective, null, 2)}\n`);
  else process.stdout.write(`${[fileLine(effective), ...effectiveLines(effective)].join("\n")}\n`);
}

const fileLine = ({ file }: Effective): string =>
  file === undefined ? "# no file of settings was found" : `# file of settings: ${file}`;
