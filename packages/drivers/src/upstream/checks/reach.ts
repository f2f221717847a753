import { readFileSync } from "node:fs";
import { connect as connectPlain, isIP } from "node:net";
import { connect as connectTls } from "node:tls";
import { type Check, type Finding, isLoopback, ok, problem, warning } from "@pilothouse/system";
import type { Situation } from "../../driver.js";
import type { ServiceSettings } from "../settings.js";

const ANSWER_MS = 5_000;

/** Whether the server behind ours can be reached and proves who it is. */
export const upstreamReach: Check<Situation<ServiceSettings>> = {
  name: "upstream",
  look: async ({ settings }) => {
    const url = settings["upstream.url"];
    if (url === undefined) return [];
    const target = URL.canParse(url) ? new URL(url) : undefined;
    if (target === undefined || !/^https?:$/.test(target.protocol))
      return [problem(`upstream.url is not an http or https address: ${url}`, "correct it")];
    const host = target.hostname.replace(/^\[(.*)\]$/, "$1");
    const port = Number(target.port) || (target.protocol === "https:" ? 443 : 80);
    try {
      if (target.protocol === "https:") return [await checkTls(url, host, port, settings)];
      await opened(connectPlain({ host, port }), "connect", () => {});
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      return [
        problem(
          `${url} cannot be reached: ${code ?? message}`,
          "start that server (Java I2P: the web application jsonrpc), or correct upstream.url",
        ),
      ];
    }
    return [
      isLoopback(target.hostname)
        ? ok(`${url} can be reached, within this machine`)
        : warning(
            `${url} can be reached, in the clear: its password crosses the network`,
            "put a tunnel (ssh -L, WireGuard) or a proxy with TLS between",
          ),
    ];
  },
};

async function checkTls(
  url: string,
  host: string,
  port: number,
  settings: ServiceSettings,
): Promise<Finding> {
  const ca = settings["upstream.ca"];
  const pin = settings["upstream.fingerprint"];
  const socket = connectTls({
    host,
    port,
    rejectUnauthorized: false,
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== undefined && { ca: readFileSync(ca) }),
  });
  const { authorized, why, fingerprint256 } = await opened(socket, "secureConnect", () => ({
    authorized: socket.authorized,
    why: String(socket.authorizationError),
    fingerprint256: socket.getPeerCertificate().fingerprint256,
  }));
  if (pin !== undefined)
    return plain(pin) === plain(fingerprint256)
      ? ok(`${url} can be reached and presents the known certificate`)
      : problem(
          `${url} presents another certificate than upstream.fingerprint says: ${fingerprint256}`,
          "find out why before you accept it: this may be an attack",
        );
  if (authorized) return ok(`${url} can be reached, and an authority vouches for it`);
  return problem(
    `no authority vouches for ${url} (${why})`,
    `set upstream.ca; or, if this is its certificate, upstream.fingerprint = "${fingerprint256}"`,
  );
}

const plain = (fingerprint: string): string =>
  fingerprint
    .replace(/^sha-?256[:=]/i, "")
    .replaceAll(":", "")
    .toLowerCase();

/** What `read` finds when the socket is open; it is closed then. */
function opened<T>(
  socket: ReturnType<typeof connectPlain>,
  event: "connect" | "secureConnect",
  read: () => T,
): Promise<T> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error("it does not answer")));
    socket.once("error", reject);
    socket.once(event, () => {
      resolve(read());
      socket.destroy();
    });
  });
}
