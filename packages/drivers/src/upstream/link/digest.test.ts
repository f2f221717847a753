import { describe, expect, it } from "vitest";
import { authorization, readChallenge } from "./digest.js";

describe("a Digest login", () => {
  it("is made as in the example of RFC 2617", () => {
    const challenge = readChallenge(
      'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"',
    );
    if (challenge === undefined) throw new Error("no challenge was read");
    const header = authorization(
      challenge,
      { user: "Mufasa", password: "Circle Of Life" },
      { method: "GET", uri: "/dir/index.html", count: 1, cnonce: "0a4f113b" },
    );
    expect(header).toContain('response="6629fae49393a05397450978507c4ef1"');
    expect(header).toContain("nc=00000001");
    expect(header).toContain('opaque="5ccc069c403ebaf9f0171e9517f40e41"');
  });

  it("is made without a count where the server has none, as in the errata of RFC 2069", () => {
    const challenge = readChallenge(
      'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"',
    );
    if (challenge === undefined) throw new Error("no challenge was read");
    const header = authorization(
      challenge,
      { user: "Mufasa", password: "CircleOfLife" },
      { method: "GET", uri: "/dir/index.html", count: 1, cnonce: "" },
    );
    expect(header).toContain('response="1949323746fe6a43ef61f9606e7febea"');
    expect(header).not.toContain("nc=");
  });

  it("quotes a user whose name has quotes", () => {
    const challenge = { realm: "r", nonce: "n", opaque: undefined, counts: true };
    const signing = { method: "POST", uri: "/", count: 31, cnonce: "c" };
    const header = authorization(challenge, { user: 'a"b\\c', password: "p" }, signing);
    expect(header).toContain('username="a\\"b\\\\c"');
    expect(header).toContain("nc=0000001f");
  });

  it.each([
    ["is Basic", 'Basic realm="i2prouter"'],
    ["is of another algorithm", 'Digest realm="r", nonce="n", algorithm=SHA-256, qop="auth"'],
    ["wants the body signed", 'Digest realm="r", nonce="n", qop="auth-int"'],
    ["has no nonce", 'Digest realm="r"'],
    ["is empty", ""],
  ])("is not made when the challenge %s", (_why, header) => {
    expect(readChallenge(header)).toBeUndefined();
  });

  it("takes the MD5 challenge among others", () => {
    const header =
      'Basic realm="b", Digest realm="s", nonce="1", algorithm=SHA-256, qop="auth", Digest realm="m", nonce="2", algorithm=MD5, qop="auth", Basic realm="x"';
    expect(readChallenge(header)).toEqual({ realm: "m", nonce: "2", opaque: undefined, counts: true });
  });
});
