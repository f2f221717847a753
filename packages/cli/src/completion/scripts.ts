import type { Run } from "../command/context.js";
import { packageFile } from "../package-file.js";
import { Complaint, EXIT } from "../terminal/exit.js";
import { meant } from "../terminal/suggest.js";

export const SHELLS = ["bash", "zsh", "fish"] as const;

/** The scripts know nothing themselves: all shells ask the program, which knows profiles as they are now. */
export const completion: Run<[string]> = (_context, [name]) => {
  const shell = SHELLS.find((one) => one === name);
  if (shell === undefined)
    throw new Complaint(
      `there is no completion for ${name}; ${meant(name, SHELLS) ?? `there is one for ${SHELLS.join(", ")}`}`,
      EXIT.usage,
    );
  process.stdout.write(packageFile(`completions/pilothouse.${shell}`));
};
