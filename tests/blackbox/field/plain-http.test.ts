import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { callText, Line } from "../wire.js";

let here: Here;
beforeAll(async () => {
  here = await startHere();
});
const plainly = () => here.https.replace("https:", "http:");

/** What comes back on the HTTPS port until it is closed. */
async function replyTo(text: string): Promise<string> {
  const line = await Line.open(plainly());
  line.say(text);
  return line.hearOut();
}

describe("Plain HTTP on the HTTPS port", () => {
  const body = callText("Echo", { Echo: "x" });
  it.each([
    ["a call", `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`],
    ["a call to /jsonrpc", `POST /jsonrpc HTTP/1.0\r\nContent-Length: ${body.length}\r\n\r\n${body}`],
    ["a page", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"],
    ["the beginning of a request", "POST / HTTP/1.1\r\n"],
  ])("is answered with the right scheme when it is %s, and closed", async (_what, text) => {
    const [head = "", json = ""] = (await replyTo(text)).split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head.toLowerCase()).toContain("content-type: application/json");
    expect(head.toLowerCase()).toContain("connection: close");
    expect(JSON.parse(json)).toMatchObject({ id: null, error: { code: -32000 } });
    expect(json).toContain(`this port speaks HTTPS; use ${here.https}`);
  });

  it("gets the same explanation with curl", async () => {
    const { stdout } = await promisify(execFile)("curl", [
      ...["--silent", "--show-error", "--noproxy", "*", "--max-time", "20"],
      ...["--write-out", "\n%{http_code}", "--data", body, plainly()],
    ]);
    expect(stdout).toContain("this port speaks HTTPS");
    expect(stdout.split("\n").at(-1)).toBe("400");
  });

  it.each(["\x00\x00\x00\x00\x00\x00", "SSH-2.0-x\r\n\r\n"])(
    "but what is neither (%j) is closed without a word of HTTP",
    async (text) => {
      expect(await replyTo(text)).not.toContain("HTTP/1.1");
    },
  );

  it("leaves those who speak TLS alone, however many come", async () => {
    const requests = Array.from({ length: 50 }, () => replyTo("GET / HTTP/1.1\r\n\r\n"));
    expect((await here.call("Echo", { Echo: "x" })).result).toEqual({ Result: "x" });
    for (const reply of await Promise.all(requests)) expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    expect((await here.call("Echo", { Echo: "y" })).result).toEqual({ Result: "y" });
  });
});
