import { readFileSync } from "node:fs";
import { memoryLink } from "@pilothouse/client";
import { describe, expect, it } from "vitest";
import { BELIEFS } from "../../i2pd-wire/beliefs.js";
import { observe } from "../control/observe.js";
import { recordedRouter } from "../testing/recorded.js";
import { behaviourFinding } from "./behaviour.js";

const soon = () => AbortSignal.timeout(120_000);

interface Ways {
  readonly withoutToken?: number;
  readonly wrongToken?: number;
  /** Whether it knows the newer keys. */
  readonly more?: boolean;
}

/** A control service that checks tokens, in this way. */
const checking = ({ withoutToken = -32002, wrongToken = -32003, more = true }: Ways = {}) =>
  memoryLink(async (text) => {
    const { id, method, params } = JSON.parse(text);
    const refused = (code: number) => JSON.stringify({ id: null, error: { code, message: "no" } });
    if (method === "Authenticate")
      return params.Password === "secret"
        ? JSON.stringify({ id, result: { API: 1, Token: "the token" } })
        : refused(-32001);
    if (params.Token === undefined) return refused(withoutToken);
    if (params.Token !== "the token") return refused(wrongToken);
    const known = { "i2p.router.version": "2.61.0", ...(more && { "i2p.router.net.bw.transit.15s": 0.5 }) };
    return JSON.stringify({
      id,
      result: Object.fromEntries(Object.entries(known).filter(([key]) => key in params)),
    });
  });

async function finding(link: ReturnType<typeof checking>, version?: string) {
  const seen = await observe(link, "secret", soon());
  return behaviourFinding(String(version ?? seen.version), seen.observed);
}

describe("doctor and how i2pd treats tokens", () => {
  it.each(["2.45.1", "2.59.0"] as const)("finds %s as it was measured", async (version) => {
    const { link, asked } = recordedRouter(version);
    expect(await finding(link)).toMatchObject({ level: "ok", saw: expect.stringContaining(version) });
    expect(asked).toHaveLength(1);
    expect(asked.join()).not.toContain("secret");
  });

  it("finds a newer one as we believe it to be", async () => {
    expect(await finding(checking())).toMatchObject({ level: "ok", saw: expect.stringContaining("2.61.0") });
  });

  it.each<[string, Ways, string]>([
    ["refuses a call without a token by another code", { withoutToken: -32000 }, "withoutToken -32000"],
    ["refuses an unknown token by another code", { wrongToken: -32004 }, "wrongToken -32004"],
    ["does not know the newer keys", { more: false }, "moreKeys invalid"],
  ])("says what to report of a newer one that %s", async (_what, ways, seen) => {
    const { level, saw, todo } = (await finding(checking(ways))) as { [name: string]: string };
    expect(level).toBe("warning");
    expect(saw).toContain("i2pd 2.61.0 behaves otherwise");
    expect(todo).toContain("report");
    expect(todo).toMatch(new RegExp(`i2pd 2\\.61\\.0: .*${seen}`));
    expect(`${saw} ${todo}`).not.toMatch(/secret|the token/);
  });

  it("says so of a newer one that checks no tokens, and of an older one that does", async () => {
    for (const [link, version] of [
      [recordedRouter("2.59.0").link, "2.61.0"],
      [checking(), "2.45.1"],
    ] as const)
      expect(await finding(link, version)).toMatchObject({
        level: "warning",
        todo: expect.stringContaining(`i2pd ${version}: withoutToken`),
      });
  });

  it("judges by the table of docs/i2pd.md", () => {
    const document = readFileSync(new URL("../../../../../docs/i2pd.md", import.meta.url), "utf8");
    for (const { description, source } of BELIEFS)
      expect(document).toContain(`| ${description} | ${source} |`);
  });
});
