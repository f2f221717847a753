import { describe, expect, it } from "vitest";
import { connect } from "./client.js";
import { memoryLink } from "./links/link.js";
import { FakeService, Refusal } from "./testing/fake-service.js";

const echoing = () => new FakeService({ Echo: ({ Echo }) => ({ Result: Echo }) });

describe("the session", () => {
  it("sends nothing before the first call", () => {
    const service = echoing();
    connect(memoryLink(service.answer), { password: "secret" });
    expect(service.requests).toEqual([]);
  });

  it("logs in once for many parallel calls", async () => {
    const service = echoing();
    const client = connect(memoryLink(service.answer), { password: "secret" });
    const words = ["a", "b", "c", "d", "e"];
    expect(await Promise.all(words.map((word) => client.echo(word)))).toEqual(words);
    expect(service.count("Authenticate")).toBe(1);
  });

  it("starts from a given token, and asks for the password only when the token is refused", async () => {
    const service = echoing();
    service.tokens.add("kept");
    let asked = 0;
    const issued: (string | undefined)[] = [];
    const client = connect(memoryLink(service.answer), {
      token: "kept",
      password: async () => {
        asked++;
        return "secret";
      },
      onToken: (token) => issued.push(token),
    });
    await client.echo("x");
    expect([asked, client.token, issued]).toEqual([0, "kept", []]);
    service.tokens.clear();
    await client.echo("x");
    expect([asked, client.token, issued]).toEqual([1, "token-1", [undefined, "token-1"]]);
  });

  it.each([-32002, -32003, -32004])("renews the token once on %i", async (code) => {
    let refusals = 1;
    const service = new FakeService({
      Echo: ({ Echo }) => {
        if (refusals-- > 0) throw new Refusal(code);
        return { Result: Echo };
      },
    });
    const client = connect(memoryLink(service.answer), { password: "secret" });
    expect(await client.echo("x")).toBe("x");
    expect(service.calls).toEqual(["Authenticate", "Echo", "Authenticate", "Echo"]);
  });

  it("does not loop when new tokens are refused too", async () => {
    const service = new FakeService({
      Echo: () => {
        throw new Refusal(-32003);
      },
    });
    const client = connect(memoryLink(service.answer), { password: "secret" });
    await expect(client.echo("x")).rejects.toMatchObject({
      kind: "login",
      name: "unknownToken",
      code: -32003,
    });
    expect(service.calls).toEqual(["Authenticate", "Echo", "Authenticate", "Echo"]);
  });

  it("renews once for many parallel calls whose token was revoked", async () => {
    const service = echoing();
    const client = connect(memoryLink(service.answer), { password: "secret" });
    await client.echo("x");
    service.tokens.clear();
    await Promise.all([1, 2, 3, 4].map((n) => client.echo(String(n))));
    expect(service.count("Authenticate")).toBe(2);
  });

  it("does not log in again for a refusal that comes after the token was renewed", async () => {
    const service = echoing();
    let answered = () => {};
    const soon = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const client = connect(
      memoryLink(async (text) => {
        const answer = await service.answer(text);
        if (text.includes("late")) await soon;
        return answer;
      }),
      { password: "secret", token: "revoked" },
    );
    const late = client.echo("late");
    expect(await client.echo("soon")).toBe("soon");
    answered();
    expect(await late).toBe("late");
    expect(service.count("Authenticate")).toBe(1);
  });

  it("fails every waiting call after one wrong password", async () => {
    const service = echoing();
    const client = connect(memoryLink(service.answer), { password: "wrong" });
    const wrong = { kind: "login", name: "wrongPassword", code: -32001 };
    const calls = [client.echo("a"), client.echo("b"), client.echo("c")];
    for (const call of calls) await expect(call).rejects.toMatchObject(wrong);
    expect(service.calls).toEqual(["Authenticate"]);
  });

  it("takes an answer without a token for a wrong password, as i2pd means it", async () => {
    const client = connect(
      memoryLink(async () => '{"id":1,"result":{},"jsonrpc":"2.0"}'),
      { password: "wrong" },
    );
    await expect(client.echo("x")).rejects.toMatchObject({ kind: "login", name: "wrongPassword" });
  });

  it("says that a login is needed when it has neither token nor password", async () => {
    const service = echoing();
    const client = connect(memoryLink(service.answer));
    await expect(client.echo("x")).rejects.toMatchObject({ kind: "login", name: "noToken" });
    await expect(client.login()).rejects.toMatchObject({ kind: "login" });
    expect(service.calls).toEqual(["Echo"]);
  });

  it("logs in with another password when it is given one", async () => {
    const service = echoing();
    const client = connect(memoryLink(service.answer), { password: "wrong" });
    await expect(client.echo("x")).rejects.toMatchObject({ kind: "login" });
    expect(await client.login("secret")).toBe("token-1");
    expect(await client.echo("x")).toBe("x");
  });

  it("does not end the common login when one of the waiting callers gives up", async () => {
    const service = echoing();
    const client = connect(memoryLink(service.answer), { password: "secret" });
    const impatient = new AbortController();
    const first = client.echo("first", { signal: impatient.signal });
    const second = client.echo("second");
    impatient.abort();
    await expect(first).rejects.toMatchObject({ kind: "aborted" });
    expect(await second).toBe("second");
    expect(service.calls).toEqual(["Authenticate", "Echo"]);
  });

  it("keeps the token out of an error about an unreadable login", async () => {
    const client = connect(
      memoryLink(async () => '{"id":1,"result":{"Token":"hidden" oops}}'),
      { password: "p" },
    );
    const error = await client.echo("x").catch((thrown) => thrown);
    expect(error).toMatchObject({ kind: "protocol" });
    expect(error.message).not.toContain("hidden");
  });
});

describe("the password", () => {
  const changeable = (names: "ServiceControl" | "I2PControl") => {
    const service: FakeService = new FakeService({
      Echo: ({ Echo }) => ({ Result: Echo }),
      RouterInfo: () => {
        throw new Refusal(-32007, "Change the factory password first");
      },
      [names]: (params) => {
        service.password = String(params["svccontrol.password"] ?? params["i2pcontrol.password"]);
        service.tokens.clear();
        return { "svccontrol.password": null, SettingsSaved: true };
      },
    });
    return service;
  };

  it("can be changed while it is the factory password, which every other call answers with an error", async () => {
    const service = changeable("ServiceControl");
    const client = connect(memoryLink(service.answer), { password: "secret" });
    await expect(client.routerInfo(["uptime"])).rejects.toMatchObject({
      kind: "rpc",
      name: "factoryPassword",
      code: -32007,
    });
    expect(await client.changePassword("better")).toBe(true);
    expect(client.token).toBeUndefined();
    expect(await client.echo("x")).toBe("x");
    expect(service.password).toBe("better");
  });

  it("is changed by the older name where the server speaks that", async () => {
    const service = changeable("I2PControl");
    const client = connect(memoryLink(service.answer), { password: "secret", dialect: "i2p" });
    expect(await client.changePassword("better")).toBe(true);
    expect(await client.echo("x")).toBe("x");
  });

  it("stays the session's own when the server did not change it", async () => {
    const service = new FakeService({ ServiceControl: () => ({ SettingsSaved: false }) });
    const client = connect(memoryLink(service.answer), { password: "secret", dialect: "svc" });
    expect(await client.changePassword("other")).toBe(false);
    expect(client.token).toBe("token-1");
  });

  it("is refused before it is sent when it is empty", async () => {
    const service = new FakeService();
    const client = connect(memoryLink(service.answer), { password: "secret" });
    const error = await client.changePassword("").catch((thrown) => thrown);
    expect(error).toMatchObject({ kind: "params", name: "invalidParams", code: -32602 });
    expect(service.requests).toEqual([]);
  });
});

describe("logging out", () => {
  it("gives the token back, and the next call logs in again", async () => {
    const service: FakeService = new FakeService({
      Echo: ({ Echo }) => ({ Result: Echo }),
      "pilothouse.logout": ({ Token }) => ({ Revoked: service.tokens.delete(String(Token)) }),
    });
    const client = connect(memoryLink(service.answer), { password: "secret" });
    await client.echo("x");
    await client.logout();
    expect([client.token, service.tokens.size]).toEqual([undefined, 0]);
    await client.echo("x");
    expect(client.token).toBe("token-2");
  });

  it("is content with servers that cannot take a token back, and with tokens that are gone", async () => {
    const service = echoing();
    const client = connect(memoryLink(service.answer), { password: "secret" });
    await client.logout();
    expect(service.requests).toEqual([]);
    await client.echo("x");
    await client.logout();
    expect(client.token).toBeUndefined();
  });
});
