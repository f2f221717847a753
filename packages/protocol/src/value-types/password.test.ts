import { describe, expect, it } from "vitest";
import { reasonText } from "../words/reason-text.js";
import {
  PASSWORD_FAULTS,
  type PasswordFault,
  passwordFault,
  passwordReason,
  somePassword,
} from "./password.js";

describe("a new password", () => {
  it.each<[string, PasswordFault]>([
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
    expect(reasonText(passwordReason(fault))).toBe(PASSWORD_FAULTS[fault]);
  });

  it.each(["ten chars!", "🧭🧭🧭🧭🧭🧭🧭🧭🧭🧭", "correct horse battery staple", "p".repeat(1_024)])(
    "may be %j",
    (password) => {
      expect(passwordFault(password)).toBeUndefined();
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
});
