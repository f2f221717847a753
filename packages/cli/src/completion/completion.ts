import type { Run } from "../command/context.js";
import { Complaint, EXIT } from "../terminal/exit.js";
import { meant } from "../terminal/suggest.js";
import { SHELLS, scriptFor } from "./scripts.js";

export const completion: Run<[string]> = (_context, [name]) => {
  const shell = SHELLS.find((one) => one === name);
  if (shell === undefined)
    throw new Complaint(
      `there is no completion for ${name}; ${meant(name, SHELLS) ?? `there is one for ${SHELLS.join(", ")}`}`,
      EXIT.usage,
    );
  process.stdout.write(scriptFor(shell));
};
