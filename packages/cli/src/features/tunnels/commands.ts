import { argument, type CommandDefinition, DRY_RUN, option, YES } from "../../command/definition.js";

const NAME = argument("<name>", "the tunnel");
const NAMES = argument("<name...>", "the tunnels");
const VALUES = argument("<option=value...>", "its options, such as Type=server TargetPort=8080");
const CHANGE = [DRY_RUN, YES];
const OPEN = option("--open", "confirm that others than this machine may reach its port");
const CODE = () => import("./tunnels.js");

const optionNotes = async () => {
  const { TUNNEL_OPTIONS, TUNNEL_TYPES } = await import("@pilothouse/protocol");
  return `Types: ${TUNNEL_TYPES.join(", ")}. Options: ${Object.keys(TUNNEL_OPTIONS).join(", ")}; not every router has all.`;
};
const PLAN =
  "What it interrupts is shown before anything is done: routers such as i2pd are restarted for it.";

export const TUNNEL_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "tunnel list",
    description: "Print the tunnels of the router: hidden services and proxies.",
    examples: ["pilothouse tunnel list", "pilothouse tunnel list --json"],
    load: async () => (await CODE()).tunnelList,
  },
  {
    name: "tunnel show",
    description: "Print one tunnel with its options, address and destination.",
    args: [NAME],
    examples: ["pilothouse tunnel show web"],
    load: async () => (await CODE()).tunnelShow,
  },
  {
    name: "tunnel create",
    description: "Make a tunnel.",
    args: [NAME, VALUES],
    options: [OPEN, ...CHANGE],
    notes: optionNotes,
    examples: [
      "pilothouse tunnel create web Type=httpserver TargetPort=8080",
      "pilothouse tunnel create irc Type=client Port=6668 TargetDestination=irc.echelon.i2p:6667 --dry-run",
    ],
    load: async () => (await CODE()).tunnelCreate,
  },
  {
    name: "tunnel edit",
    description: "Change options of a tunnel and keep the others; its address stays.",
    args: [NAME, argument("[option=value...]", "options and their new values; nothing after = unsets one")],
    options: [option("--rename <name>", "another name for it"), OPEN, ...CHANGE],
    notes: optionNotes,
    examples: ["pilothouse tunnel edit web TargetPort=8081", "pilothouse tunnel edit web --rename site"],
    load: async () => (await CODE()).tunnelEdit,
  },
  ...(["start", "stop", "restart"] as const).map(
    (verb): CommandDefinition => ({
      name: `tunnel ${verb}`,
      description: {
        start: "Run tunnels that are stopped.",
        stop: "Stop tunnels, also for later starts of the router; nothing of them is lost.",
        restart: "Restart tunnels.",
      }[verb],
      args: [NAMES],
      options: verb === "stop" ? CHANGE : [OPEN, ...CHANGE],
      notes: PLAN,
      examples: [`pilothouse tunnel ${verb} web`],
      load: async () => (await CODE()).tunnelAct(verb),
    }),
  ),
  {
    name: "tunnel delete",
    description: "Remove tunnels. Their keys are kept: one of the same name gets its address back.",
    args: [NAMES],
    options: [option("--forget-key", "also remove the keys: nobody can have the addresses again"), ...CHANGE],
    notes: PLAN,
    examples: ["pilothouse tunnel delete web", "pilothouse tunnel delete web --forget-key"],
    load: async () => (await CODE()).tunnelDelete,
  },
  {
    name: "tunnel adopt",
    description: "Take over tunnels that a file of somebody else defines, to change them from here.",
    args: [NAMES],
    options: [OPEN, ...CHANGE],
    notes: PLAN,
    examples: ["pilothouse tunnel adopt IRC"],
    load: async () => (await CODE()).tunnelAct("adopt"),
  },
  {
    name: "tunnel import",
    description: "Make a tunnel with the key, and so the address, of another one.",
    args: [NAME, argument("<file>", "the key file of i2pd or Java I2P", "file"), VALUES],
    options: [OPEN, ...CHANGE],
    notes: optionNotes,
    examples: ["pilothouse tunnel import web web.dat Type=httpserver TargetPort=8080"],
    load: async () => (await CODE()).tunnelImport,
  },
  {
    name: "tunnel export",
    description: "Write the private key of a tunnel into a new file. Whoever has it can take its address.",
    args: [NAME, argument("<file>", "where to write it", "file")],
    notes: "Asks for the password, except with --local.",
    examples: ["pilothouse tunnel export web web.dat"],
    load: async () => (await CODE()).tunnelExport,
  },
];
