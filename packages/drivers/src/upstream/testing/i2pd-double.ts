import http from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Stands in for the control service of a bare i2pd, with the defects that matter to a caller. Real
 * ones speak TLS and print invalid JSON for more reasons; the driver of its own knows those.
 */
export class I2pdDouble {
  readonly info: { [key: string]: string | number };
  readonly actions: string[] = [];
  limit = 2_048;
  /** What ended it, if anything did. */
  crashed: string | undefined;
  #server: http.Server | undefined;
  url = "";

  constructor(version: "2.45.1" | "2.59.0") {
    this.info = {
      "i2p.router.status": "1",
      "i2p.router.uptime": 34_000,
      "i2p.router.version": version,
      "i2p.router.net.status": 0,
      "i2p.router.net.bw.inbound.1s": 10_820,
      "i2p.router.net.bw.inbound.15s": 2_506,
      "i2p.router.net.bw.outbound.1s": 9_827,
      "i2p.router.net.bw.outbound.15s": 2_065,
      "i2p.router.net.tunnels.participating": 33,
      "i2p.router.netdb.knownpeers": 6,
      "i2p.router.netdb.activepeers": 5,
      "i2p.router.net.tunnels.successrate": 100,
      "i2p.router.net.total.received.bytes": 100_777,
      "i2p.router.net.total.sent.bytes": 97_766,
      ...(version === "2.59.0"
        ? {
            "i2p.router.net.error": 0,
            "i2p.router.net.testing": 0,
            "i2p.router.net.status.v6": 2,
            "i2p.router.net.error.v6": 0,
            "i2p.router.net.testing.v6": 1,
          }
        : {}),
    };
  }

  async open(): Promise<void> {
    const server = http.createServer(async (request, response) => {
      let text = "";
      for await (const chunk of request) text += chunk;
      const body = this.#answer(JSON.parse(text));
      if (text.length > 1_900) this.crashed = `a request of ${text.length} bytes`;
      if (body.length > 900) this.crashed = `a reply of ${body.length} bytes`;
      response.writeHead(200, { "Content-Type": "application/json", Connection: "close" }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  async close(): Promise<void> {
    const server = this.#server;
    await new Promise((resolve) => server?.close(resolve));
  }

  #answer({
    id,
    method,
    params,
  }: {
    id: number;
    method: string;
    params: { [key: string]: unknown };
  }): string {
    // Its commas are counted by the keys of the request, known or not.
    const fields: string[] = [];
    const fieldsOf = (of: (key: string, value: unknown) => string | undefined) =>
      Object.entries(params).forEach(([key, value], index) => {
        const reported = of(key, value);
        if (reported !== undefined) fields.push(`${index > 0 ? "," : ""}"${key}":${reported}`);
      });
    switch (method) {
      case "Authenticate":
        return `{"id":${id},"result":{"API":1,"Token":"1794703205"},"jsonrpc":"2.0"}`;
      case "RouterInfo":
        fieldsOf((key) => {
          const value = this.info[key];
          if (value === undefined) return undefined;
          return typeof value === "string"
            ? `"${value}"`
            : key.includes(".bw.")
              ? value.toFixed(2)
              : `${value}`;
        });
        break;
      case "NetworkSetting":
        fieldsOf((key, value) => {
          if (key !== "i2p.router.net.bw.in" && key !== "i2p.router.net.bw.out") return undefined;
          if (value !== null) this.limit = Number.parseInt(String(value), 10) || 0;
          return `${this.limit}`;
        });
        break;
      case "RouterManager":
        fieldsOf((key) => {
          if (!["Reseed", "Shutdown", "ShutdownGraceful"].includes(key)) return undefined;
          this.actions.push(key);
          return "null";
        });
        break;
      default:
        return '{"id":null,"error":{"code":-32601,"message":"Method not found"},"jsonrpc":"2.0"}';
    }
    return `{"id":${id},"result":{${fields.join("")}},"jsonrpc":"2.0"}`;
  }
}
