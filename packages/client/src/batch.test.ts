import { describe, expect, expectTypeOf, it } from "vitest";
import { ask } from "./ask.js";
import { connect } from "./client.js";
import { memoryLink } from "./links/link.js";
import { FakeService, Refusal } from "./testing/fake-service.js";

const service = () =>
  new FakeService({
    Echo: ({ Echo }) => ({ Result: Echo }),
    GetRate: () => ({ Result: 1.5 }),
    Broken: () => {
      throw new Refusal(-32603, "Internal error");
    },
  });

const opened = (fake: FakeService) => connect(memoryLink(fake.answer), { password: "secret" });

describe("a batch", () => {
  it("is one request, with an outcome for each call", async () => {
    const fake = service();
    const [echo, broken, rate] = await opened(fake).batch([
      ask.echo("x"),
      ask.call("Broken"),
      ask.rate("bw.sendRate", 60_000),
    ]);
    if (rate.ok) expectTypeOf(rate.value).toEqualTypeOf<number>();
    expect(echo).toEqual({ ok: true, value: "x" });
    expect(broken).toMatchObject({ ok: false, error: { kind: "rpc", name: "internal" } });
    expect(rate).toEqual({ ok: true, value: 1.5 });
    expect(fake.requests).toHaveLength(2);
  });

  it("is read by ids, with the answers in any order", async () => {
    const link = memoryLink(async (text) =>
      JSON.stringify(
        JSON.parse(text)
          .reverse()
          .map(({ id, params }: { id: number; params: { Echo: string } }) => ({
            jsonrpc: "2.0",
            id,
            result: { Result: params.Echo },
          })),
      ),
    );
    const outcomes = await connect(link).batch([ask.echo("a"), ask.echo("b")]);
    expect(outcomes).toEqual([
      { ok: true, value: "a" },
      { ok: true, value: "b" },
    ]);
  });

  it("is split where it is longer than servers take", async () => {
    const fake = service();
    const outcomes = await opened(fake).batch(Array.from({ length: 120 }, (_, n) => ask.echo(String(n))));
    expect(outcomes.map((outcome) => outcome.ok && outcome.value)).toEqual(
      Array.from({ length: 120 }, (_, n) => String(n)),
    );
    expect(fake.requests).toHaveLength(1 + 3);
  });

  it("renews the token once, and makes again only the calls that were refused", async () => {
    const fake = service();
    const client = opened(fake);
    await client.echo("x");
    fake.tokens.clear();
    const outcomes = await client.batch([ask.echo("a"), ask.call("None"), ask.echo("b")]);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(fake.count("None")).toBe(1);
    expect(fake.count("Authenticate")).toBe(2);
  });

  it("does not loop when the new token is refused too", async () => {
    const fake = new FakeService({
      Never: () => {
        throw new Refusal(-32004);
      },
    });
    const outcomes = await opened(fake).batch([ask.call("Never"), ask.call("Never")]);
    expect(outcomes).toMatchObject([{ error: { kind: "login" } }, { error: { name: "expiredToken" } }]);
    expect(fake.count("Never")).toBe(4);
  });

  it.each([
    ["answers nothing", ""],
    [
      "calls it unreadable",
      '{"id":null,"error":{"code":-32700,"message":"No such node (id)"},"jsonrpc":"2.0"}',
    ],
    ["calls it invalid", '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request"}}'],
  ])("is made call by call when the server %s, and is not tried again", async (_what, refusal) => {
    const fake = service();
    const texts: string[] = [];
    const client = connect(
      memoryLink(async (text) => {
        texts.push(text);
        return text.startsWith("[") ? refusal : fake.answer(text);
      }),
      { password: "secret" },
    );
    const calls = [ask.echo("a"), ask.call("None")] as const;
    for (let round = 0; round < 2; round++)
      expect(await client.batch(calls)).toMatchObject([
        { ok: true, value: "a" },
        { ok: false, error: { name: "methodNotFound" } },
      ]);
    expect(texts.filter((text) => text.startsWith("["))).toHaveLength(1);
  });

  it("never rejects: a failure of the way there is everyone's outcome", async () => {
    const wrong = connect(memoryLink(service().answer), { password: "wrong" });
    expect(await wrong.batch([ask.echo("a"), ask.echo("b")])).toMatchObject([
      { ok: false, error: { kind: "login" } },
      { ok: false, error: { kind: "login" } },
    ]);
    const silent = connect(memoryLink(() => new Promise(() => {})));
    expect(
      await silent.batch([ask.routerInfo()], { timeout: 600_000, signal: AbortSignal.timeout(20) }),
    ).toMatchObject([{ ok: false, error: { kind: "aborted" } }]);
    expect(await wrong.batch([])).toEqual([]);
  });

  it("that a server refuses as a whole is not made call by call", async () => {
    const refusal = '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Request refused"}}';
    const texts: string[] = [];
    const client = connect(
      memoryLink(async (text) => {
        texts.push(text);
        return refusal;
      }),
    );
    expect(await client.batch([ask.echo("a"), ask.echo("b")])).toMatchObject([
      { error: { name: "refused" } },
      { error: { name: "refused" } },
    ]);
    expect(texts).toHaveLength(1);
  });
});
