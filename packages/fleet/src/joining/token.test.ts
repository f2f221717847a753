import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { claimsOf } from "../keys/jwt.js";
import { isSignedBy, makeNKey } from "../keys/nkey.js";
import { readToken, writeToken } from "./token.js";

const role = makeNKey("account");
const given = {
  addresses: ["tls://hub.example:7651", "tls://[2001:db8::1]:7651"],
  fingerprint: randomBytes(32),
  fleet: makeNKey("operator").id,
  account: makeNKey("account").id,
  id: "0123456789abcdef",
  secret: randomBytes(16),
  key: makeNKey("user"),
};
const times = { iat: 1_800_000_000, exp: 1_800_090_000 };

describe("The token of an invitation", () => {
  it("says everything that a machine needs to join, and the login in it is whole and signed", () => {
    const token = writeToken({ ...given, ...times, role });
    const read = readToken(` ${token}\n`);
    expect(read).toMatchObject({ ...given, key: expect.objectContaining({ id: given.key.id }) });
    const jwt = read?.jwt ?? "";
    expect(claimsOf(jwt)).toMatchObject({ ...times, iss: role.id, sub: given.key.id, name: given.id });
    const [header, body, signature = ""] = jwt.split(".");
    expect(isSignedBy(role.id, Buffer.from(`${header}.${body}`), Buffer.from(signature, "base64url"))).toBe(
      true,
    );
    expect(token.length).toBeLessThan(520);
  });

  it("has no fingerprint where an authority vouches for the bus", () => {
    const token = writeToken({ ...given, ...times, role, fingerprint: undefined });
    expect(readToken(token)?.fingerprint).toBeUndefined();
  });

  it("with a letter changed, added or lost is none", () => {
    const token = writeToken({ ...given, ...times, role });
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === "A" ? "B" : "A";
      expect(readToken(token.slice(0, at) + other + token.slice(at + 1))).toBeUndefined();
      expect(readToken(token.slice(0, at))).toBeUndefined();
    }
    for (const text of [`${token}A`, `${token}=`, "", "ph1_", "ph1_AAAAAAA", "ph1_\u0000"])
      expect(readToken(text)).toBeUndefined();
  });
});
