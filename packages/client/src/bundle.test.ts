import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { beforeAll, describe, expect, it } from "vitest";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** The results of all methods are in it, so that it grows with the interface; reading within limits is 1 KB of it. */
const LIMIT = 13 * 1024;

describe("the bundle for browsers", () => {
  let code = "";
  let imports: readonly string[] = [];

  beforeAll(async () => {
    const bundle = await rolldown({
      input: here("./browser.ts"),
      platform: "browser",
      resolve: {
        alias: { "@pilothouse/protocol": here("../../protocol/src/index.ts") },
        extensionAlias: { ".js": [".ts"] },
      },
    });
    const { output } = await bundle.generate({ format: "esm", minify: true, comments: false });
    ({ code, imports } = output[0]);
    expect(output).toHaveLength(1);
  });

  it("uses nothing of Node", () => {
    expect(imports).toEqual([]);
    expect(code).not.toMatch(/node:|\bBuffer\b|\bprocess\b/);
  });

  it("leaves out what only writes documents, and what only a server needs of a method", () => {
    expect(code).toContain("RouterInfo");
    expect(code).toContain("pilothouse.createToken");
    expect(code).not.toContain("Makes a token for a program");
    expect(code).not.toContain("budget.lowered");
    expect(code).not.toContain("components");
    expect(code).not.toContain("Generated from the tables");
  });

  it(`stays under ${LIMIT / 1024} KB, compressed`, () => {
    expect(gzipSync(code).length).toBeLessThan(LIMIT);
  });
});
