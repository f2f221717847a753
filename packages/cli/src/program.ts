import { Command } from "commander";
import { effectiveFor, withSettings } from "./flags.js";
import { version } from "./version.js";

/** The commands. What a command needs is loaded when it runs, so that `--help` is quick. */
export function makeProgram(): Command {
  const program = new Command("pilothouse")
    .description("Steers a network router: the service, and the tools around it.")
    .version(version, "-V, --version")
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });

  withSettings(program.command("serve").description("Run the service until SIGTERM; SIGHUP reloads."))
    .addHelpText("after", EXAMPLES.serve)
    .action(async (_options, command: Command) => {
      const { serve } = await import("./commands/serve.js");
      await serve(() => effectiveFor(command));
    });

  withSettings(
    program
      .command("config")
      .description("Print the settings in force and where each came from.")
      .option("--default", "print the documented file of settings with all defaults instead")
      .option("--json", "print JSON"),
  ).action(async (options: { default?: true; json?: true }, command: Command) => {
    const { printConfig } = await import("./commands/config.js");
    printConfig(effectiveFor(command), options);
  });

  withSettings(
    program
      .command("passwd")
      .description("Set the password of the service on this machine; all tokens are revoked.")
      .option("--local", "through the service's own store (so far the only way)"),
  )
    .addHelpText("after", EXAMPLES.passwd)
    .action(async (_options, command: Command) => {
      const { passwd } = await import("./commands/passwd.js");
      await passwd(effectiveFor(command).settings);
    });

  const feed = program.command("feed").description("Make a signed update feed.");
  feed
    .command("keygen")
    .description("Make a pair of keys; the public one is printed.")
    .option("--out <file>", "where the private key goes", "feed-key.pem")
    .action(async (options: { out: string }) => (await import("./commands/feed.js")).keygen(options));
  feed
    .command("sign <file>")
    .description("Write a feed that offers FILE.")
    .requiredOption("--release <version>", "the version that FILE is")
    .option("--key <file>", "private key", "feed-key.pem")
    .option("--out <dir>", "directory of the feed", "feed")
    .addHelpText("after", EXAMPLES.sign)
    .action(async (file: string, options: { key: string; out: string; release: string }) =>
      (await import("./commands/feed.js")).sign(file, options),
    );
  return program;
}

const EXAMPLES = {
  serve: `
Examples:
  pilothouse serve
  pilothouse serve --https-port 0 --http-jsonrpc true
  PILOTHOUSE_LOG_LEVEL=debug pilothouse serve --config ./pilothouse.toml`,
  passwd: `
Examples:
  pilothouse passwd
  printf '%s\\n' "$SECRET" | pilothouse passwd --data-dir /var/lib/pilothouse`,
  sign: `
Example:
  pilothouse feed keygen --out feed-key.pem
  pilothouse feed sign router-2.11.0.zip --release 2.11.0 --key feed-key.pem --out /srv/feed`,
};
