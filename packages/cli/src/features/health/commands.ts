import { type CommandDefinition, JSON_OPTION, option } from "../../command/definition.js";

export const HEALTH_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "doctor",
    description: "Check the service and its router, and say what to do about each problem.",
    local: true,
    settings: "all",
    options: [JSON_OPTION],
    notes: `Run it as the service's user or as root: it then finds the settings of the service that runs on the data directory,
also those that were given as flags. If the service does not run, give it the flags and variables that the service is run
with. Another user is told only whose service runs here and which command checks it. Each finding is ok, a warning or a
problem; with a problem the exit code is 1. It changes nothing, and asks only the service itself, the configured upstream
server (it logs in there) and, only on this machine, control services of routers: for their uptime without a token,
whether they are a service of Pilothouse, and one of them once with the factory password.`,
    examples: [
      "pilothouse doctor",
      "sudo pilothouse doctor --data-dir /var/lib/pilothouse",
      "sudo -u pilothouse pilothouse doctor --config /etc/pilothouse/pilothouse.toml --data-dir /var/lib/pilothouse",
      "pilothouse doctor --json | jq '.findings[] | select(.level != \"ok\")'",
    ],
    load: async () => (await import("./doctor.js")).doctor,
  },
  {
    name: "health",
    description:
      "Exit with 0 when the service answers and its router runs, and with 1 otherwise; say what is wrong and what to do.",
    local: true,
    settings: "data_dir",
    options: [
      option(
        "--fail-on <level>",
        "exit with 1 also when something this bad was found: wait, warning or problem",
      ),
      JSON_OPTION,
    ],
    notes: `It asks by the socket in the data directory, so it needs no password, but must be run by the owner of that
directory or root. A router that is starting, stopped, crashed or unreachable is not healthy; one that drains before
a graceful restart is. The first line says that much. Below it stands everything that was found, the worst first, and what
to do about it: whether others can reach the router and which ports to forward, peers, tunnels, limits, the clock,
settings that wait for a restart, updates, disk, certificate and traffic budget. They change the exit code only with --fail-on: what watches the service
and restarts it should not do so because of a firewall. A hub is healthy while it is connected to its bus; below that
stands what it finds about its nodes, and --fail-on problem tells of them too.`,
    examples: [
      "pilothouse health",
      "pilothouse health --fail-on problem",
      "pilothouse health --data-dir /var/lib/pilothouse --json",
    ],
    load: async () => (await import("./health.js")).health,
  },
];

export const REPORT_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "report",
    description: "Write down what helps others to help you, without secrets, addresses and names.",
    local: true,
    settings: "all",
    options: [option("--out <file>", 'where it goes; "-" is standard output', { is: "file" }), JSON_OPTION],
    notes: `The report is JSON that you can read before you send it: versions, settings and where they come from,
what doctor finds, the router's readings (if a profile is logged in to this service), and the ends of the logs.
Passwords, tokens, keys, addresses, host names, router identities, user names and home directories are taken
out; the same one is replaced by the same mark throughout.`,
    examples: ["pilothouse report", "pilothouse report --out - | less"],
    load: async () => (await import("./report.js")).report,
  },
];
