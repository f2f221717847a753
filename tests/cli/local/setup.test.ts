import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { run } from "../../blackbox/process.js";

describe("pilothouse setup", () => {
  it.skipIf(existsSync("/etc/pilothouse/pilothouse.toml"))(
    "says that it is for the Debian package",
    async () => {
      expect(await run(["setup", "i2pd", "--yes"])).toMatchObject({
        code: 2,
        stderr: "pilothouse: setup is for the Debian package: there is no /etc/pilothouse/pilothouse.toml\n",
      });
    },
  );
});
