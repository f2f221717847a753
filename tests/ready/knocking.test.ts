import { writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it, onTestFinished } from "vitest";
import { serve } from "../blackbox/process.js";
import { freePort, twoPorts } from "../support/ports.js";
import { knockDuring, knocksOn } from "./knocker.js";
import { JSONRPC_ON, withToken } from "./token.js";

/** With the starts of an i2pd in `knocking.router-test.ts`, twenty in all. */
const STARTS = 5;

/** A server that takes every connection and never says a word. */
async function hangingUpstream(): Promise<readonly string[]> {
  const sockets = new Set<Socket>();
  const port = await freePort();
  const server = createServer((socket) => sockets.add(socket.on("error", () => {}).resume()));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const password = join(scratch(), "password");
  writeFileSync(password, "a password");
  const url = `http://127.0.0.1:${port}/jsonrpc/`;
  return ["--router", "upstream", "--upstream-url", url, "--upstream-password-file", password];
}

describe("A client that connects every 5 ms while the service starts is refused or gets the right answer,", () => {
  it("on the very first start", async () => {
    for (let start = 0; start < STARTS; start++) {
      const ports = await twoPorts();
      const knocks = knocksOn(
        ports,
        "RouterInfo",
        { "i2p.router.uptime": "" },
        ({ error }) => error?.code === -32002,
      );
      const dataDir = join(scratch(), "data");
      const served = await knockDuring(knocks, () =>
        serve(dataDir, { args: [...ports.args, ...JSONRPC_ON] }),
      );
      expect((await served.kill("SIGTERM")).code).toBe(0);
    }
  });

  it("on later starts", async () => {
    const { dataDir, Token } = await withToken();
    const params = { Token, "i2p.router.status": "", "i2p.router.uptime": "" };
    for (let start = 0; start < STARTS; start++) {
      const ports = await twoPorts();
      const knocks = knocksOn(
        ports,
        "RouterInfo",
        params,
        ({ result = {} }) => Number(result["i2p.router.uptime"]) >= 0,
      );
      const served = await knockDuring(knocks, () =>
        serve(dataDir, { args: [...ports.args, ...JSONRPC_ON] }),
      );
      expect((await served.kill("SIGTERM")).code).toBe(0);
    }
  });

  it("also where the router hangs, which the first answer says", async () => {
    const { dataDir, Token } = await withToken();
    const upstream = await hangingUpstream();
    const params = { Token, "i2p.router.status": "" };
    for (let start = 0; start < STARTS; start++) {
      const ports = await twoPorts();
      const knocks = knocksOn(
        ports,
        "RouterInfo",
        params,
        ({ result = {} }) => result["i2p.router.status"] === "Unreachable: the router does not answer",
      );
      const args = [...ports.args, ...JSONRPC_ON, ...upstream];
      const served = await knockDuring(knocks, () => serve(dataDir, { args }));
      expect((await served.kill("SIGTERM")).code).toBe(0);
    }
  });
});
