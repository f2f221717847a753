import { httpLink, memoryLink } from "@pilothouse/client";
import { describe, expect, it } from "vitest";
import { Control, NoAnswer } from "./control.js";
import { exchanges, recordedRouter } from "./recorded.js";

const soon = () => AbortSignal.timeout(20_000);
const answering = (body: string) => new Control(memoryLink(async () => body));

describe("a request to i2pd's control service", () => {
  it("has a whole number as its id, no token, and few keys", async () => {
    const { link, asked } = recordedRouter("2.59.0");
    const keys = Array.from({ length: 20 }, (_, at) => `router.key${at}`);
    await new Control(link).info(keys, soon()).catch(() => {});
    await new Control(link).info(["router.uptime", "router.version"], soon());
    for (const text of asked) {
      const { id, params } = JSON.parse(text);
      expect(id).toBeTypeOf("number");
      expect(params).not.toHaveProperty("Token");
      expect(Object.keys(params).length).toBeLessThanOrEqual(9);
      expect(text.length).toBeLessThan(700);
    }
  });

  it("is not sent when it would be too long for i2pd", async () => {
    const { link, asked } = recordedRouter("2.59.0");
    await expect(new Control(link).info(["x".repeat(700)], soon())).rejects.toThrow("too long");
    expect(asked).toEqual([]);
  });

  it.each(["2.45.1", "2.59.0"] as const)(
    "is answered by %s under the names it asked for",
    async (version) => {
      const control = new Control(recordedRouter(version).link);
      const told = await control.info(["router.version", "router.uptime"], soon());
      expect(told["router.version"]).toBe(version);
      expect(told["router.uptime"]).toBeTypeOf("number");
      await expect(control.act("Reseed", soon())).resolves.toBeUndefined();
      await expect(control.limit(512, soon())).resolves.toBeUndefined();
    },
  );
});

describe("an answer of i2pd's control service", () => {
  const invalid = (["2.45.1", "2.59.0"] as const)
    .flatMap((version) => exchanges(version).map(({ name, body }) => ({ name: `${version}: ${name}`, body })))
    .filter(({ body }) => {
      try {
        JSON.parse(body);
        return false;
      } catch {
        return true;
      }
    });

  it("was recorded as invalid JSON more than once", () => {
    expect(invalid.length).toBeGreaterThan(5);
  });

  it.each(invalid)("is not let through when it is not JSON ($name)", async ({ body }) => {
    await expect(answering(body).info(["router.uptime"], soon())).rejects.toThrow(NoAnswer);
  });

  it.each([
    ["an error", '{"id":null,"error":{"code":-32601,"message":"Method not found"},"jsonrpc":"2.0"}'],
    ["another id", '{"id":77,"result":{},"jsonrpc":"2.0"}'],
    ["no result", '{"id":1,"jsonrpc":"2.0"}'],
    ["a list", "[]"],
    ["nothing", ""],
  ])("is not let through when it is %s", async (_what, body) => {
    await expect(answering(body).act("Reseed", soon())).rejects.toThrow(NoAnswer);
  });

  it("that does not come because nobody listens is told from one that is late", async () => {
    const nobody = new Control(httpLink("https://127.0.0.1:1/", { fingerprint: "0".repeat(64) }));
    await expect(nobody.info(["router.uptime"], soon())).rejects.toMatchObject({ refused: true });
    const late = new Control(memoryLink(() => Promise.reject(new Error("busy"))));
    await expect(late.info(["router.uptime"], soon())).rejects.toMatchObject({ refused: false });
  });
});
