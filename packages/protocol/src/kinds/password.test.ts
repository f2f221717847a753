import { describe, expect, it } from "vitest";
import { checkedPassword, passwordFault, somePassword } from "./password.js";

describe("a new password", () => {
  it.each([
    ["", "short"],
    ["123456789", "short"],
    ["nine char", "short"],
    ["🧭🧭🧭🧭🧭🧭🧭🧭🧭", "short"],
    ["p".repeat(1_025), "long"],
    ["itoopie", "factory"],
    ["1234567890", "common"],
    ["qwertyuiop", "common"],
    ["Password123", "common"],
    ["PILOTHOUSE", "common"],
  ])("is not %j, which is too %s", (password, fault) => {
    expect(passwordFault(password)).toBe(fault);
    expect(() => checkedPassword(password)).toThrow(/^wants /);
  });

  it.each(["ten chars!", "🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭", "correct horse battery staple", "p".repeat(1_024)])(
    "may be %j",
    (password) => {
      expect(checkedPassword(password)).toBe(password);
    },
  );

  it.each([null, 1234567890, ["a long password"]])("is no %j", (value) => {
    expect(() => somePassword.read(value)).toThrow(/^wants a string/);
  });

  it.each([
    ["", false],
    ["x", true],
    ["p".repeat(1_024), true],
    ["🧭".repeat(1_024), true],
    ["p".repeat(1_025), false],
  ])("is taken by the interface when it has 1 to 1,024 characters (%#)", (password, taken) => {
    if (taken) expect(somePassword.read(password)).toBe(password);
    else expect(() => somePassword.read(password)).toThrow(/^wants a string of 1 to 1024 characters$/);
  });

  it("is not repeated when it is refused", () => {
    for (const password of ["short one", "password123", "p".repeat(2_000)])
      expect(() => checkedPassword(password)).not.toThrow(password);
  });
});
