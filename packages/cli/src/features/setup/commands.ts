import { type CommandDefinition, DRY_RUN, option, YES } from "../../command/definition.js";

export const SETUP_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "setup i2pd",
    description:
      "Let the service manage the i2pd of this machine, installed from Debian's packages; --undo goes back.",
    local: true,
    options: [
      option("--attach", "leave i2pd under systemd and manage it there, instead of running a copy of it"),
      option("--undo", "go back to how it was"),
      DRY_RUN,
      YES,
    ],
    notes: `Every step is shown before the first is done. Without --attach the unit i2pd is stopped and disabled, and the
service runs a copy of the router: its identity, tunnels and configuration; the originals stay where they are. With
--undo the copy is kept under another name, and i2pd runs again as before, without what was changed meanwhile.`,
    examples: [
      "sudo pilothouse setup i2pd --dry-run",
      "sudo pilothouse setup i2pd",
      "sudo pilothouse setup i2pd --attach --yes",
      "sudo pilothouse setup i2pd --undo",
    ],
    load: async () => (await import("./setup.js")).setupI2pd,
  },
];
