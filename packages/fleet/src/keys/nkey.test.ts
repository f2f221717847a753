import { fromPublic, fromSeed } from "@nats-io/nkeys";
import { describe, expect, it } from "vitest";
import { isSignedBy, makeNKey, nkeyOf, ofRaw, rawOf } from "./nkey.js";
import { rawPublic } from "./nkey-text.js";
import { sign, verified } from "./signed-text.js";

describe("NKeys", () => {
  it.each(["operator", "account", "user"] as const)(
    "of kind %s are those that NATS' library knows",
    (kind) => {
      const key = makeNKey(kind);
      const theirs = fromSeed(Buffer.from(key.seed));
      expect(theirs.getPublicKey()).toBe(key.id);
      const bytes = Buffer.from("text");
      expect(fromPublic(key.id).verify(bytes, key.sign(bytes))).toBe(true);
      expect(isSignedBy(key.id, bytes, theirs.sign(bytes))).toBe(true);
      expect(nkeyOf(key.seed).id).toBe(key.id);
      expect(ofRaw(kind, rawOf(key)).seed).toBe(key.seed);
    },
  );

  it("with a changed letter, of another kind or another length are none", () => {
    const { id, seed } = makeNKey("user");
    const changed = `${id.slice(0, 20)}${id[20] === "A" ? "B" : "A"}${id.slice(21)}`;
    for (const text of [changed, id.toLowerCase(), id.slice(1), "", seed, `${id}A`])
      expect(rawPublic(text)).toBeUndefined();
    expect(rawPublic(id, "account")).toBeUndefined();
    expect(isSignedBy(changed, Buffer.from("text"), Buffer.alloc(64))).toBe(false);
    expect(() => nkeyOf(id)).toThrow("not the seed");
  });
});

describe("sealed texts", () => {
  it("open for the right key and purpose, and when no byte was changed", () => {
    const key = makeNKey("operator");
    const message = sign("command", '{"text":"ü"}', key);
    expect(verified("command", message, key.id)).toBe('{"text":"ü"}');
    expect(verified("notice", message, key.id)).toBeUndefined();
    expect(verified("command", message, makeNKey("operator").id)).toBeUndefined();
    for (let at = 0; at < message.length; at++) {
      const changed = Buffer.from(message);
      changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at);
      expect(verified("command", changed, key.id)).toBeUndefined();
    }
    expect(verified("command", message.subarray(0, 63), key.id)).toBeUndefined();
    expect(verified("command", message.subarray(0, -1), key.id)).toBeUndefined();
  });
});
