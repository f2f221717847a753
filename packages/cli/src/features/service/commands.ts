import { type CommandRow, DRY_RUN, JSON_OPTION, YES } from "../../command/command-row.js";

export const SERVICE_ROWS: readonly CommandRow[] = [
  {
    name: "serve",
    says: "Run the service until SIGTERM; SIGHUP reloads.",
    settings: "all",
    reloads: true,
    examples: [
      "pilothouse serve",
      "pilothouse serve --https-port 0 --http-jsonrpc true",
      "PILOTHOUSE_LOG_LEVEL=debug pilothouse serve --config ./pilothouse.toml",
    ],
    load: async () => (await import("./serve.js")).serve,
  },
  {
    name: "config",
    says: "Print the settings in force and where each came from.",
    settings: "all",
    options: [
      { flags: "--default", says: "print the documented settings file with all defaults instead" },
      JSON_OPTION,
    ],
    examples: ["pilothouse config", "pilothouse config --default > pilothouse.toml"],
    load: async () => (await import("../service-settings/config.js")).config,
  },
  {
    name: "doctor",
    says: "Check the service and its router, and say what to do about each problem.",
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
    load: async () => (await import("../health/doctor.js")).doctor,
  },
  {
    name: "health",
    says: "Exit with 0 when the service answers and its router runs, and with 1 otherwise; say what is wrong and what to do.",
    settings: "data_dir",
    options: [JSON_OPTION],
    notes: `It asks by the socket in the data directory, so it needs no password, but must be run by the owner of that
directory or root. A router that is starting, stopped, crashed or unreachable is not healthy; one that drains before
a graceful restart is. The first line says that much. Below it stands everything that was found, the worst first, and what
to do about it: whether others can reach the router and which ports to forward, peers, tunnels, limits, the clock,
settings that wait for a restart, updates, disk, certificate and traffic budget. None of these changes the exit code.`,
    examples: ["pilothouse health", "pilothouse health --data-dir /var/lib/pilothouse --json"],
    load: async () => (await import("../health/health.js")).health,
  },
  {
    name: "notify status",
    says: "Print the channels for notifications, their state, and the rules.",
    remote: true,
    examples: ["pilothouse notify status", "pilothouse notify status --local --json"],
    load: async () => (await import("../notify/notify.js")).notifyStatus,
  },
  {
    name: "notify test",
    says: "Send a test to a channel, or to each that is set up; exit with 1 if one fails.",
    remote: true,
    args: [{ name: "[channel]", says: "webhook, ntfy or email" }],
    examples: ["pilothouse notify test", "pilothouse notify test email --local"],
    load: async () => (await import("../notify/notify.js")).notifyTest,
  },
  {
    name: "report",
    says: "Write down what helps others to help you, without secrets, addresses and names.",
    settings: "all",
    options: [
      { flags: "--out <file>", says: 'where it goes; "-" is standard output', is: "file" },
      JSON_OPTION,
    ],
    notes: `The report is JSON that you can read before you send it: versions, settings and where they come from,
what doctor finds, the router's readings (if a profile is logged in to this service), and the ends of the logs.
Passwords, tokens, keys, addresses, host names, router identities, user names and home directories are taken
out; the same one is replaced by the same mark throughout.`,
    examples: ["pilothouse report", "pilothouse report --out - | less"],
    load: async () => (await import("../health/report.js")).report,
  },
  {
    name: "logs",
    says: "Print the end of the router's log, or of the service's.",
    settings: "all",
    remote: true,
    options: [
      { flags: "-f, --follow", says: "keep printing what is added, also when the file is replaced" },
      { flags: "-n, --lines <count>", says: "how many lines to show", preset: "50" },
      { flags: "--service", says: "the service's own log, of a service that runs" },
      { flags: "--level <least>", says: "only debug, info, warn or error and what is worse" },
      { flags: "--grep <text>", says: "only lines that contain this, in any case" },
    ],
    notes: `Without a server (-p, --url or --local) the router's log file on this machine is read as it is, with the settings of the
running service, as with doctor. With a server, its service is asked, which takes out secrets, addresses and
names; --service, --level and --grep want one. Only i2pd has a log that can be read. All that the service says goes to its standard
error too: with systemd, journalctl -u pilothouse.`,
    examples: [
      "pilothouse logs",
      "pilothouse logs -f -n 200",
      "pilothouse logs -p attic --level warn",
      "pilothouse logs --local --service -f",
    ],
    load: async () => (await import("../record/logs.js")).logs,
  },
  {
    name: "backup",
    says: "Put password, tokens, history, settings, certificate and the router's keys into one file.",
    settings: "data_dir",
    args: [{ name: "<file>", says: "where it goes", is: "file" }],
    options: [
      { flags: "--encrypt", says: "encrypt it with a passphrase, which is asked for" },
      { flags: "--passphrase-file <file>", says: "encrypt it with the passphrase in this file", is: "file" },
      YES,
      JSON_OPTION,
    ],
    notes: `The service may run meanwhile. A file that is there already is replaced only when you agree. The service can
also make backups on a schedule: backup.directory.`,
    examples: ["pilothouse backup pilothouse.backup", "sudo pilothouse backup --encrypt /root/attic.backup"],
    load: async () => (await import("../backup/backup.js")).backup,
  },
  {
    name: "restore",
    says: "Put a backup back, where no service runs.",
    settings: "data_dir",
    args: [{ name: "<file>", says: "the backup", is: "file" }],
    options: [
      { flags: "--passphrase-file <file>", says: "the passphrase that it was encrypted with", is: "file" },
      {
        flags: "--everything",
        says: "also what was outside of the data directory: the settings file, the router's files",
      },
      DRY_RUN,
      YES,
      JSON_OPTION,
    ],
    notes: `Everything is checked before anything is written, and what is there is replaced only when you agree. The old store
is kept beside the new one. If it is interrupted, run it again. What has changed since the backup was made is undone;
--dry-run says what that is. Sessions end; program tokens of that time are valid again.`,
    examples: [
      "pilothouse restore pilothouse.backup --dry-run",
      "pilothouse restore attic.backup --data-dir /var/lib/pilothouse",
    ],
    load: async () => (await import("../backup/restore.js")).restore,
  },
  {
    name: "setup i2pd",
    says: "Let the service manage the i2pd of this machine, installed from Debian's packages; --undo goes back.",
    options: [
      {
        flags: "--attach",
        says: "leave i2pd under systemd and manage it there, instead of running a copy of it",
      },
      { flags: "--undo", says: "go back to how it was" },
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
    load: async () => (await import("../setup/setup.js")).setupI2pd,
  },
  {
    name: "feed keygen",
    says: "Make a pair of keys; the public one is printed.",
    options: [
      { flags: "--out <file>", says: "where the private key goes", preset: "feed-key.pem", is: "file" },
    ],
    examples: ["pilothouse feed keygen --out feed-key.pem"],
    load: async () => (await import("../updates/feed.js")).keygen,
  },
  {
    name: "feed sign",
    says: "Write a feed that offers FILE.",
    args: [{ name: "<file>", says: "the file to offer", is: "file" }],
    options: [
      { flags: "--release <version>", says: "the version that FILE is", required: true },
      { flags: "--product <kind>", says: "the kind of router that FILE is", preset: "i2pd" },
      {
        flags: "--arch <name>",
        says: "what FILE runs on: amd64, arm64, …, or any (default: this machine's)",
      },
      { flags: "--expires <time>", says: "how long the offer holds", preset: "90d" },
      { flags: "--key <file>", says: "private key", preset: "feed-key.pem", is: "file" },
      { flags: "--out <dir>", says: "directory of the feed", preset: "feed", is: "file" },
    ],
    examples: ["pilothouse feed sign i2pd --release 2.59.0 --key feed-key.pem --out /srv/feed"],
    load: async () => (await import("../updates/feed.js")).sign,
  },
];

export const SHELL_ROWS: readonly CommandRow[] = [
  {
    name: "completion",
    says: "Print the script that lets a shell complete commands, options, keys, profiles and nodes.",
    args: [{ name: "<shell>", says: "bash, zsh or fish", is: "shell" }],
    examples: [
      "source <(pilothouse completion bash)",
      'pilothouse completion zsh > "$fpath[1]/_pilothouse"',
      "pilothouse completion fish > ~/.config/fish/completions/pilothouse.fish",
    ],
    load: async () => (await import("../../completion/completion.js")).completion,
  },
  {
    name: "__complete",
    says: "Print what the last of the words may become.",
    args: [{ name: "[words...]", says: "the words after the program's name" }],
    hidden: true,
    load: async () => (await import("../../completion/complete-command.js")).complete,
  },
];
