import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ReplyReader, Unusable } from "./reply.js";

const LENGTH = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
const CHUNKS = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\n\r\n";
const CONTINUE = `HTTP/1.1 100 Continue\r\n\r\n${LENGTH}`;

/** What is read from bytes that come in pieces, cut at these places. */
function read(text: string, cuts: readonly number[] = []) {
  const reader = new ReplyReader(1_000);
  const bytes = Buffer.from(text, "latin1");
  const places = [...cuts.map((cut) => cut % (bytes.length + 1)), 0, bytes.length].sort((a, b) => a - b);
  for (const [at, place] of places.slice(1).entries()) reader.push(bytes.subarray(places[at], place));
  reader.end();
  return reader.replies.map(({ status, body, flaws }) => ({ status, body: body.toString(), flaws }));
}

describe("Reading replies", () => {
  it.each([LENGTH, CHUNKS, CONTINUE, LENGTH + CHUNKS + LENGTH])(
    "reads the same in pieces of any size",
    (text) => {
      const whole = read(text);
      expect(whole[0]).toEqual({ status: 200, body: "hello", flaws: [] });
      fc.assert(
        fc.property(fc.array(fc.nat(), { maxLength: 20 }), (cuts) => {
          expect(read(text, cuts)).toEqual(whole);
        }),
      );
    },
  );

  it("takes the end of the connection for the end of a reply without a length", () => {
    expect(read("HTTP/1.0 200 OK\r\n\r\nhello")).toEqual([{ status: 200, body: "hello", flaws: [] }]);
  });

  it("says what is wrong with a reply that it can read", () => {
    expect(read("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello")[0]?.flaws).toEqual([
      "the connection was closed before the reply was complete",
    ]);
    expect(read("HTTP/1.1 200 OK\nContent-Length: 5\n\nhello")[0]?.flaws).toEqual([
      "lines of the head end without CR",
    ]);
  });

  it.each([
    "SSH-2.0\r\n\r\n",
    "HTTP/1.1 OK\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    `HTTP/1.1 200 OK\r\nX: ${"y".repeat(70_000)}`,
  ])("gives up on %.60s", (text) => {
    expect(() => read(text)).toThrow(Unusable);
  });

  it("never throws anything else, whatever comes", () => {
    const anything = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string().map((text) => LENGTH.replace("Content-Length: 5", text)),
    );
    fc.assert(
      fc.property(anything, (text) => {
        try {
          read(text);
        } catch (error) {
          expect(error).toBeInstanceOf(Unusable);
        }
      }),
    );
  });
});
