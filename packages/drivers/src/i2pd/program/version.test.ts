import type { Run } from "@pilothouse/system";
import { describe, expect, it } from "vitest";
import { has } from "../../i2pd-wire/quirks.js";
import { isAtLeast, parseVersion } from "../../i2pd-wire/version.js";
import { NotPossible } from "../../port.js";
import { versionOf } from "./version.js";

const saying =
  (stdout: string): Run =>
  async () => ({ code: 0, stdout, stderr: "" });
const SAID = "i2pd version 2.45.1 (0.9.57)\nBoost version 1.74.0\nOpenSSL 3.0.7 1 Nov 2022\n";

describe("a version of i2pd", () => {
  it("is read from what the program says", async () => {
    expect(await versionOf("i2pd", saying(SAID), () => {})).toEqual([2, 45, 1]);
    expect(parseVersion("no number")).toBeUndefined();
  });

  it("is compared part by part", () => {
    expect(isAtLeast([2, 9, 0], [2, 45, 0])).toBe(false);
    expect(isAtLeast([2, 45, 0], [2, 45, 0])).toBe(true);
    expect(isAtLeast([3, 0, 0], [2, 45, 9])).toBe(true);
  });

  it("is refused when it is too old or not i2pd's, and tried when it is newer", async () => {
    const said: string[] = [];
    const old = versionOf("i2pd", saying("i2pd version 2.44.0 (0.9.56)"), () => {});
    await expect(old).rejects.toThrow(NotPossible);
    await expect(versionOf("ls", saying("ls (GNU coreutils) 9.1.0"), () => {})).rejects.toThrow(NotPossible);
    await versionOf("i2pd", saying("i2pd version 2.70.0 (0.9.99)"), (message) => said.push(message));
    expect(said.join()).toContain("newer");
  });

  it("decides which quirks there are", () => {
    expect(has([2, 45, 1], "unixSocket")).toBe(false);
    expect(has([2, 57, 0], "unixSocket")).toBe(true);
    expect(has([2, 58, 0], "errorKeys")).toBe(false);
  });
});
