import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, it } from "vitest";
import {
  grownBy,
  gzipBomb,
  HostileServer,
  MIB,
  sendForever,
  trickle,
} from "../../packages/client/src/testing/hostile-server.js";
import { email } from "../../packages/server/src/features/notify/channels/email.js";
import { ntfy } from "../../packages/server/src/features/notify/channels/ntfy.js";
import { post, SendFault } from "../../packages/server/src/features/notify/channels/post.js";

const faultOf = (url: string, signal = new AbortController().signal) =>
  post(url, { body: "{}", headers: {} }, signal).then(
    () => undefined,
    (error: unknown) => error,
  );

const MESSAGE = {
  event: "test",
  ...{ id: "1", at: 0, key: "test", level: "note", text: "a test", todo: "", values: {} },
  ...{ router: "simulator", host: "here" },
} as const;

describe("The answer of a hostile receiver of notifications", () => {
  it("is not asked for compressed, and not unpacked beyond its beginning", async () => {
    let accepts: string | undefined;
    const bomb = gzipBomb();
    await using receiver = await HostileServer.open((response, request) => {
      accepts = request.headers["accept-encoding"];
      response.writeHead(500, { "content-encoding": "gzip" }).end(bomb);
    });
    const grown = await grownBy(async () => expect(await faultOf(receiver.url)).toBeInstanceOf(SendFault));
    expect(accepts).toBe("identity");
    expect(grown).toBeLessThan(200);
  });

  it.each([200, 500])("ends after its first bytes, although %i is sent without end", async (status) => {
    await using receiver = await HostileServer.open((response) =>
      sendForever(response.writeHead(status), Buffer.alloc(MIB, "no ")),
    );
    const fault = await faultOf(receiver.url);
    await expect.poll(() => receiver.ended).toBe(1);
    if (status === 200) expect(fault).toBeUndefined();
    else expect((fault as SendFault).message).toMatch(/^.{1,50}(no ){60,70}.{0,9}$/);
  });

  it("ends when the time is over, although it trickles", async () => {
    const stop = new AbortController();
    await using receiver = await HostileServer.open((response) => {
      trickle(response.writeHead(500));
      response.write("a", () => stop.abort(new Error("late")));
    });
    expect(await faultOf(receiver.url, stop.signal)).toBeInstanceOf(SendFault);
    await expect.poll(() => receiver.ended).toBe(1);
  });

  it("shows nothing of the address and the token that it repeats", async () => {
    await using receiver = await HostileServer.open((response, request) =>
      response
        .writeHead(404)
        .end(
          `${"x".repeat(150)} no ${request.url}, "canary-1", ${request.headers.authorization}, a b/canary`,
        ),
    );
    const url = `${receiver.url}canary-1/a%20b%2Fcanary?key=canary-2${"y".repeat(60)}`;
    const fault = await ntfy({ url, token: () => "canary-3" })
      .send(MESSAGE, new AbortController().signal)
      .catch((error: Error) => error);
    expect(String(fault)).toMatch(/404.* no /);
    expect(String(fault)).not.toMatch(/canary|yyy/);
    const login = url.replace("//", "//ann:canary-4@");
    expect(String(await faultOf(login))).not.toMatch(/canary/);
  });

  it("shows nothing of the password that a mail server repeats", async () => {
    const server = createServer((socket) => {
      socket.write("220 hello\r\n");
      socket
        .on("error", () => {})
        .on("data", (line) => {
          const [verb = "", , sent] = String(line).trim().split(" ");
          if (verb === "EHLO") socket.write("250-hello\r\n250 AUTH PLAIN\r\n");
          else if (verb === "AUTH")
            socket.write(`535 not ${sent}, ${Buffer.from(`${sent}`, "base64").toString().slice(5)}\r\n`);
          else socket.end();
        });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const channel = email({
      ...{ server: `smtp://127.0.0.1:${port}`, user: "ann", password: () => "canary" },
      ...{ from: "a@pilothouse.test", to: ["b@pilothouse.test"] },
    });
    const fault = await channel.send(MESSAGE, new AbortController().signal).catch((error: Error) => error);
    server.close();
    expect(String(fault)).toContain("535 not (hidden), (hidden)");
  });
});
