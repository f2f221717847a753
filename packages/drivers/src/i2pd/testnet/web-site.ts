import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { until } from "./isolation.js";
import { consolePort, FLOODFILLS } from "./network.js";

const LOOPBACK = "127.0.0.1";
const ANSWER_WITHIN = 15_000;

/** A port that nobody has. */
export async function freePort(): Promise<string> {
  const place = createServer().listen(0, LOOPBACK);
  await once(place, "listening");
  const { port } = place.address() as AddressInfo;
  place.close();
  await once(place, "close");
  return String(port);
}

const SERVE = `
  const server = require("node:http").createServer((_, response) => response.end(process.argv[1]));
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));
  process.stdin.resume().on("end", () => process.exit());
`;

/** A web server of this machine, for a tunnel to lead to. In a process of its own: none leads to one of the service. */
export class WebSite {
  private constructor(
    readonly child: ChildProcess,
    readonly port: string,
  ) {}

  static async open(says: string): Promise<WebSite> {
    const child = spawn(process.execPath, ["--eval", SERVE, says], { stdio: ["pipe", "pipe", "inherit"] });
    const [line] = await once(child.stdout, "data");
    return new WebSite(child, String(line).trim());
  }

  /** It ends with its input, also when the tests are cut short. */
  close(): void {
    this.child.stdin?.end();
  }
}

/** What a browser gets from a port of this machine; undefined: nothing yet. */
function page(port: string, path: string, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const asked = request(
      { host: LOOPBACK, port, path, headers: { Host: host }, agent: false },
      async (response) => {
        let text = "";
        for await (const piece of response.setEncoding("utf8")) text += piece;
        resolve(response.statusCode === 200 ? text : undefined);
      },
    );
    asked.setTimeout(ANSWER_WITHIN, () => asked.destroy());
    asked.on("error", () => resolve(undefined)).end();
  });
}

/** Whether an address is reached through the proxy in time, and says this: tunnels take a while to be built. */
export const reached = (proxy: string, address: string, says: string, withinMs: number): Promise<boolean> =>
  until(async () => (await page(proxy, `http://${address}/`, address)) === says, withinMs).then(
    () => true,
    () => false,
  );

/** The tunnels that lead to an address, as the floodfills have been told. */
export async function leasesOf(address: string): Promise<readonly string[]> {
  const name = address.replace(/\.b32\.i2p$/, "");
  const pages = await Promise.all(
    FLOODFILLS.map((router) => {
      const port = consolePort(router);
      return page(port, "/?page=leasesets", `127.0.0.1:${port}`);
    }),
  );
  const published = pages
    .flatMap((text = "") => text.split(/(?=<label)/))
    .filter((one) => one.includes(name));
  return published.flatMap((one) => [...one.matchAll(/TunnelID:<\/b> (\d+)/g)].map(([, id = ""]) => id));
}

/** Whether the ways to an address are published in time, and those of the run of its router before are not any more. */
export const publishedAnew = (
  address: string,
  before: readonly string[],
  withinMs: number,
): Promise<boolean> =>
  until(async () => {
    const leases = await leasesOf(address);
    return leases.length > 0 && !leases.some((lease) => before.includes(lease));
  }, withinMs).then(
    () => true,
    () => false,
  );

interface LoadedTunnels {
  readonly clients: readonly string[];
  /** Address and target port of each. */
  readonly servers: { readonly [name: string]: string };
}

/** The tunnels that a router really has loaded, as its own web console tells. */
export async function loadedTunnels(router: number): Promise<LoadedTunnels> {
  const port = consolePort(router);
  let text: string | undefined;
  const told = async () => {
    text = await page(port, "/?page=i2p_tunnels", `127.0.0.1:${port}`);
    return text !== undefined;
  };
  await until(told, 100_000, `The web console of router ${router}`);
  const all = [...(text ?? "").matchAll(/>([^<>]+)<\/a> &#(8656|8658); ([^<\s]+)/g)];
  const [clients, servers] = ["8656", "8658"].map((arrow) => all.filter((one) => one[2] === arrow));
  return {
    clients: (clients ?? []).map(([, name = ""]) => name).sort(),
    servers: Object.fromEntries((servers ?? []).map(([, name = "", , place = ""]) => [name, place])),
  };
}
