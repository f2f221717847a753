import { describe, expect, it } from "vitest";
import { ClientError } from "../client-error.js";
import { readAnswer, readJson } from "./reply.js";

/** Jetty's error page for a client that accepts JSON, as Java I2P sends it. */
const page = (status: number, message: string) => ({
  status,
  text: JSON.stringify({ servlet: "jsonrpc", message, url: "/jsonrpc/", status: String(status) }),
});

const read = (reply: { status: number; text: string }) => {
  try {
    return readAnswer(readJson(reply), 1, reply);
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return { kind: error.kind, status: error.status, message: error.message };
  }
};

describe("a reply that is JSON and not an answer", () => {
  it("keeps the status of an error page, and what the page says", () => {
    expect(read(page(500, "java.lang.IllegalArgumentException: Invalid character"))).toEqual({
      kind: "protocol",
      status: 500,
      message: "HTTP 500: java.lang.IllegalArgumentException: Invalid character",
    });
  });

  it("says that the server wants a login of its own", () => {
    expect(read(page(401, "Unauthorized"))).toMatchObject({
      status: 401,
      message: expect.stringMatching(/^HTTP 401: Unauthorized; .*login of its own/),
    });
  });

  it("shows its members where the status is a success", () => {
    expect(read({ ...page(200, "x"), status: 200 })).toMatchObject({
      status: undefined,
      message: "the reply answers another call: an object of servlet, message, url, status",
    });
  });

  it("is an error of the interface where it holds one, with any HTTP status", () => {
    const text = JSON.stringify({
      jsonrpc: "2.0",
      id: null,
      error: { code: -32000, message: "Request refused" },
    });
    expect(read({ status: 429, text })).toEqual({ kind: "rpc", status: 429, message: "Request refused" });
  });
});
