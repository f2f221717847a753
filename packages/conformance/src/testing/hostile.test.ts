import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { CHECKS } from "../checks/index.js";
import { Runner } from "../run/runner.js";
import { DEFAULTS } from "../run/target.js";

/** A server that answers every connection in one hostile way. */
async function hostile(answer: (socket: Socket) => void): Promise<URL> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => answer(socket));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

/** Sends pieces for as long as the connection takes them. */
const endless = (socket: Socket, piece: string | Buffer) => {
  const send = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on("drain", send);
  send();
};

/** A server that stalls is given up on early; the others are given the time that a busy machine needs. */
const STALLED = 200;
const judge = (url: URL, timeout = 60_000) =>
  new Runner(
    { ...DEFAULTS, url, password: "a password", settle: 50, limits: { timeout, maxReply: 65_536 } },
    CHECKS,
  ).run();

describe("A hostile server", () => {
  it.each([
    [
      "an endless body",
      (socket: Socket) => {
        socket.write(`${HEAD}\r\n`);
        endless(socket, " ".repeat(65_536));
      },
      /longer than 65536 bytes/,
    ],
    [
      "an endless head",
      (socket: Socket) => {
        socket.write(HEAD);
        endless(socket, "X: y\r\n".repeat(10_000));
      },
      /head of the reply is over|longer than/,
    ],
    [
      "endless chunks",
      (socket: Socket) => {
        socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
        endless(socket, `1000\r\n${" ".repeat(4_096)}\r\n`);
      },
      /longer than 65536 bytes/,
    ],
    [
      "a slow drip",
      (socket: Socket) => {
        socket.write(`${HEAD}Content-Length: 1000\r\n\r\n`);
        const drip = setInterval(() => socket.write(" "), 20);
        socket.on("close", () => clearInterval(drip));
      },
      /(not complete|no reply) after 1200 ms/,
    ],
    ["nothing at all", () => {}, /no reply after 1200 ms/],
    [
      "a length that is a lie",
      (socket: Socket) => socket.end(`${HEAD}Content-Length: 99999999\r\n\r\n{}`),
      /announces 99999999 bytes/,
    ],
    ["no HTTP", (socket: Socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"), /does not begin with HTTP/],
    ["a connection that closes", (socket: Socket) => socket.destroy(), /closed|reset/],
  ])("with %s is met in bounded time, and said so", async (_what, answer, says) => {
    const stalls = String(says).includes("after");
    const run = await judge(await hostile(answer), stalls ? STALLED : undefined);
    expect(run.noVerdict).toMatch(says);
    const others = run.results.filter(
      ({ id, outcome }) => outcome === "pass" && !/reply|error|http\.|security/.test(id),
    );
    expect(others).toEqual([]);
  });

  it("that redirects is not followed", async () => {
    let asked = 0;
    const elsewhere = await hostile(() => void asked++);
    const url = await hostile((socket) =>
      socket.end(
        `HTTP/1.1 307 Temporary Redirect\r\nLocation: ${elsewhere}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      ),
    );
    const run = await judge(url);
    const redirect = run.results.find(({ id }) => id === "http.redirect");
    expect(redirect).toMatchObject({ outcome: "fail", reason: expect.stringContaining("HTTP 307") });
    expect(asked).toBe(0);
  });

  it("that ends in the middle of a run is named by the check that met it", async () => {
    const { ReferenceServer } = await import("../reference/server.js");
    const { RIGHT } = await import("../reference/right.js");
    let dead = false;
    const server = await new ReferenceServer({
      behaviour: {
        write: (response, wire, request, sent) => {
          dead ||= sent.includes("привет");
          if (dead) response.destroy();
          else RIGHT.write(response, wire, request, sent);
        },
      },
    }).start();
    onTestFinished(() => server.stop());
    const checks = CHECKS.filter(({ id }) => id.startsWith("service.echo."));
    const run = await new Runner(
      { ...DEFAULTS, url: new URL(server.url), password: server.state.password },
      checks,
    ).run();
    const outcomes = run.results.map(({ id, outcome, reason }) => `${id} ${outcome} ${reason ?? ""}`);
    expect(outcomes).toContainEqual(
      expect.stringMatching(/^service.echo.unicode fail the connection was (closed|reset)/),
    );
    expect(
      outcomes
        .slice(4)
        .every((line) => line.includes("skipped the server stopped answering at service.echo.unicode")),
    ).toBe(true);
  });

  it("keeps the memory of the kit in bounds", async () => {
    const url = await hostile((socket) => {
      socket.write(`${HEAD}\r\n`);
      endless(socket, Buffer.alloc(1_048_576, 0x20));
    });
    const before = process.memoryUsage().rss;
    await judge(url);
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
  });
});
