import { describe, expect, it } from "vitest";
import { connect } from "../client.js";
import { answerWith, selfSigned, serve } from "../testing/local-server.js";
import { type FetchLinkOptions, httpLink } from "./fetch-link.js";

const clientOf = (url: string, options?: FetchLinkOptions) =>
  connect(httpLink(url, options), { timeout: 60_000 });

describe("the link by fetch", () => {
  it("carries calls, with the given headers", async () => {
    let language: string | undefined;
    await using server = await serve((text, response, request) => {
      language = request.headers["accept-language"];
      answerWith({ Result: "grüß" })(text, response, request);
    });
    const client = clientOf(server.url, { headers: { "Accept-Language": "de" } });
    expect(await client.echo("grüß")).toBe("grüß");
    expect(language).toBe("de");
  });

  it("does not follow a redirect", async () => {
    let calls = 0;
    await using server = await serve((_text, response) => {
      calls++;
      response.writeHead(307, { Location: "/elsewhere" }).end();
    });
    await expect(clientOf(server.url).echo("x")).rejects.toMatchObject({ kind: "protocol", status: 307 });
    expect(calls).toBe(1);
  });

  it("reports refusals with their status, and a dead server", async () => {
    const server = await serve((_text, response) => {
      response.writeHead(500).end("<h1>Error</h1>");
    });
    await expect(clientOf(server.url).echo("x")).rejects.toMatchObject({ kind: "protocol", status: 500 });
    await server[Symbol.asyncDispose]();
    await expect(clientOf(server.url).echo("x")).rejects.toMatchObject({ kind: "network" });
  });

  it("does not accept an unknown certificate", async () => {
    await using server = await serve(answerWith({}), await selfSigned());
    await expect(clientOf(server.url).echo("x")).rejects.toMatchObject({ kind: "network" });
  });

  it("does not read more than it may, and gives up a server that hangs", async () => {
    await using server = await serve((_text, response) => {
      response.end("x".repeat(100_000));
    });
    const error = await clientOf(server.url, { largestReply: 10_000 })
      .echo("x")
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ kind: "protocol" });
    expect(error.message).toContain("10000");
    await using silent = await serve(() => {});
    await expect(clientOf(silent.url).echo("x", { timeout: 50 })).rejects.toMatchObject({ kind: "timeout" });
  });
});
