import { beforeAll, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { callText, Line } from "../wire.js";

/** A client that has sent everything and closes its side still reads the answers. */

describe.each(["http", "https"] as const)("Over %s", (scheme) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere({ settings: { "http.jsonrpc": "true" } });
  });

  const request = (words: string, header = "") => {
    const text = callText("AdvancedSettings", {
      Token: here.token,
      set: { "half.close": words },
      get: "half.close",
    });
    return `POST /jsonrpc HTTP/1.1\r\nHost: localhost\r\n${header}Content-Length: ${text.length}\r\n\r\n${text}`;
  };
  const replyTo = async (text: string, enough: RegExp) => {
    const line = await Line.open(here[scheme]);
    line.socket.end(text);
    const reply = await line.hear(enough);
    line.close();
    return reply;
  };

  it("a request and the end are answered", async () => {
    expect(await replyTo(request("plain"), /plain/)).toContain("HTTP/1.1 200");
  });

  it("also when it has a header out of the ordinary", async () => {
    expect(await replyTo(request("unusual", "X-Unusual: yes\r\n"), /unusual/)).toContain("HTTP/1.1 200");
  });

  it("several requests and the end are all answered, in order", async () => {
    const reply = await replyTo(`${request("one")}${request("two")}${request("three")}`, /three/);
    expect(reply.match(/"half\.close":"(\w+)"/g)).toEqual([
      '"half.close":"one"',
      '"half.close":"two"',
      '"half.close":"three"',
    ]);
  });

  it("a request is answered before the nonsense behind it is refused", async () => {
    const line = await Line.open(here[scheme]);
    line.say(`${request("before nonsense")}nonsense\r\n\r\n`);
    const reply = await line.hear(/400 Bad Request/);
    expect(reply.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"]);
    expect(reply).toContain("before nonsense");
    line.close();
  });

  it("nonsense within a body is refused at once", async () => {
    const line = await Line.open(here[scheme]);
    line.say("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n");
    expect(await line.hear(/\r\n\r\n/)).toContain("400 Bad Request");
    line.close();
  });
});
