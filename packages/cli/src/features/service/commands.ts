import { argument, type CommandDefinition } from "../../command/definition.js";

export const SERVE_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "serve",
    description: "Run the service until SIGTERM; SIGHUP reloads.",
    local: true,
    settings: "all",
    reloads: true,
    examples: [
      "pilothouse serve",
      "pilothouse serve --https-port 0 --http-jsonrpc true",
      "PILOTHOUSE_LOG_LEVEL=debug pilothouse serve --config ./pilothouse.toml",
    ],
    load: async () => (await import("./serve.js")).serve,
  },
];

export const CALL_COMMANDS: readonly CommandDefinition[] = [
  {
    name: "echo",
    description: "Send words to the server and print what comes back.",
    args: [argument("<words...>", "anything")],
    examples: ["pilothouse echo hello"],
    load: async () => (await import("./call.js")).echo,
  },
  {
    name: "call",
    description: "Call any method of the server and print its result as JSON.",
    args: [
      argument("<method>", "name of the method", "method"),
      argument("[json]", 'its parameters, without the token; "-" reads them from standard input'),
    ],
    examples: [
      "pilothouse call rpc.discover",
      `pilothouse call RouterInfo '{"svc.router.uptime": ""}'`,
      `pilothouse call RouterManager '{"Reseed": true}'`,
    ],
    load: async () => (await import("./call.js")).call,
  },
];
