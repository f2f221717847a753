import { describe, expect, it } from "vitest";
import {
  grownBy,
  gzipBomb,
  HostileServer,
  MIB,
  sendForever,
  trickle,
} from "../../packages/client/src/testing/hostile-server.js";
import { post, SendFault } from "../../packages/server/src/notify/channels/post.js";

const faultOf = (url: string, signal = new AbortController().signal) =>
  post(url, { body: "{}", headers: {} }, signal).then(
    () => undefined,
    (error: unknown) => error,
  );

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
});
