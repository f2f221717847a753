import { describe, expect, it } from "vitest";
import { messageOf } from "./journal-entry.js";

describe("what the service said last", () => {
  it.each([
    ["pilothouse: /x cannot be read", "/x cannot be read"],
    ['{"level":60,"msg":"it ended","err":{"message":"no space"}}', "it ended: no space"],
    ['{"level":60,"msg":"it ended"}', "it ended"],
    ['{"level":', '{"level":'],
  ])("is quoted from %s", (line, said) => expect(messageOf(line)).toBe(said));
});
