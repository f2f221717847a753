import { describe, expect, it } from "vitest";
import { type Session, sessionId } from "./session.js";

describe("the id of a session", () => {
  it("can be typed as an argument, and is only the beginning of the hash", () => {
    const id = sessionId({ hash: "-a-b_cdefghijklmnop" } as Session);
    expect(id).toBe("_a_b_cdefghi");
  });
});
