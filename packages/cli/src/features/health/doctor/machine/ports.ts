import { createServer } from "node:net";
import { plainHttpAllowed } from "@pilothouse/server";
import {
  type Check,
  type Finding,
  holderOf,
  isLoopback,
  listenerOf,
  ok,
  problem,
  warning,
} from "@pilothouse/system";
import { userName } from "../../../../services/user-name.js";
import type { Situation } from "../situation.js";

export const ports: Check<Situation> = {
  name: "ports",
  look: async (situation) => {
    const { settings } = situation;
    const wanted = [
      ...(settings["https.enabled"] ? (["https"] as const) : []),
      ...(plainHttpAllowed(settings) ? (["http"] as const) : []),
    ];
    if (wanted.length === 0)
      return warning("both endpoints are off: the service cannot be reached", "set https.enabled = true");
    return Promise.all(wanted.map((endpoint) => lookAt(endpoint, situation)));
  },
};

async function lookAt(endpoint: "https" | "http", { settings, service }: Situation): Promise<Finding> {
  const { host } = settings;
  const port = settings[`${endpoint}.port`];
  const where = `${endpoint}: port ${port} on ${host}`;
  const other = `choose another with ${endpoint}.port`;
  if (port === 0) {
    const now = service?.ports === undefined ? "" : `; it listens on ${service.ports.join(", ")}`;
    return ok(`${endpoint}: the service picks a free port${now}`);
  }
  const failure = await failureToListen(host, port);
  switch (failure) {
    case undefined:
      return service === undefined || !service.ready
        ? ok(`${where} is free`)
        : warning(
            `${where} is free, although the service runs`,
            "restart it: its settings have changed since",
          );
    case "EADDRINUSE":
      return heldBy(port, where, other, service);
    case "EACCES":
      return problem(`${where} may not be used by this user`, other);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return problem(`${host} is not an address of this machine`, "set host to one that is");
    default:
      return problem(`${where} cannot be listened on: ${failure}`, other);
  }
}

function heldBy(port: number, where: string, other: string, service: Situation["service"]): Finding {
  if (service?.ports?.includes(port)) return ok(`${where} is held by the service, process ${service.pid}`);
  if (service !== undefined && service.ports === undefined)
    return ok(`${where} is in use, by the service as far as this user can tell`);
  const holder = holderOf(port);
  const user = listenerOf(port);
  const who =
    holder !== undefined
      ? `${holder.name}, process ${holder.pid}`
      : user === undefined || user === process.geteuid?.()
        ? "another program"
        : `a program of the user ${userName(user)}`;
  return problem(`${where} is held by ${who}`, `stop that, or ${other}`);
}

/** The system's error code if this port cannot be listened on now; otherwise undefined. */
function failureToListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

export const plainHttp: Check<Situation> = {
  name: "plain http",
  look: ({ settings }) => {
    if (!settings["http.enabled"] || isLoopback(settings.host)) return [];
    return settings["http.allow_plain_remote"]
      ? warning(
          `plain HTTP listens on ${settings.host}: passwords and tokens cross the network in the clear`,
          "set http.allow_plain_remote = false and use HTTPS, unless a tunnel or proxy protects the way",
        )
      : ok(`plain HTTP stays off on ${settings.host}, which is not loopback`);
  },
};
