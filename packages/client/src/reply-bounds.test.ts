import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { connect } from "./client.js";
import { httpLink } from "./links/node-link.js";

/** A server that was taken over: it answers every call with `result`. */
async function answering(result: string) {
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => response.end(`{"jsonrpc":"2.0","id":${JSON.parse(text).id},"result":${result}}`));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const client = connect(httpLink(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), {
    dialect: "svc",
    token: "x",
  });
  onTestFinished(() => client.close());
  return client;
}

describe("What a server may answer", () => {
  it("is 256 KiB of facts about a router, and no more", async () => {
    const version = (length: number) => `{"svc.router.version":"${"v".repeat(length)}"}`;
    const some = await answering(version(250_000));
    expect((await some.routerInfo(["version"])).version).toHaveLength(250_000);
    const many = await answering(version(300_000));
    await expect(many.routerInfo(["version"])).rejects.toMatchObject({
      kind: "protocol",
      message: expect.stringContaining("larger than 262144 bytes"),
    });
    // Settings may be more.
    await expect(many.advanced.getAll()).rejects.toThrow("without getAll");
  });

  it("is nested 64 levels and no deeper", async () => {
    const client = await answering(`{"Result":"x","deep":${"[".repeat(10_000)}${"]".repeat(10_000)}}`);
    await expect(client.echo("x")).rejects.toMatchObject({
      kind: "protocol",
      message: expect.stringContaining("deeper than 64 levels"),
    });
  });
});
