import { describe, expect, it } from "vitest";
import { METHOD_NAMES, METHODS, methodRow } from "../tables/methods.js";
import { includes, looksSecret, SCOPE_NAMES } from "../tables/scope.js";
import { acts, call } from "../tables/shapes.js";
import { scopesOf } from "./scope-needed.js";

describe("scopes", () => {
  it("include those before them", () => {
    for (const [at, held] of SCOPE_NAMES.entries())
      for (const [n, needed] of SCOPE_NAMES.entries()) expect(includes(held, needed)).toBe(n <= at);
  });

  it("are wanted of every method that wants a token, by the compiler", () => {
    // @ts-expect-error: without a scope
    call({ guard: "token", says: "", params: {}, result: {}, others: "refused" });
    // @ts-expect-error: an action without a scope
    acts("", { Act: { says: "", result: METHODS.Echo.result.Result.kind } });
    for (const name of METHOD_NAMES)
      expect([name, methodRow(name).scope === undefined]).toEqual([name, methodRow(name).guard === "open"]);
  });

  it("are listed for people, the method's own first", () => {
    expect([...scopesOf(METHODS.AdvancedSettings)]).toEqual([
      ["read", []],
      ["all", ["setAll"]],
      ["settings", ["set"]],
    ]);
    expect([...scopesOf(METHODS.NetworkSetting)]).toEqual([
      ["read", []],
      ["settings", ["a value to write"]],
    ]);
    expect([...scopesOf(METHODS.RouterManager).keys()]).toEqual(["read", "operate"]);
  });

  it("know what looks like a secret by its name", () => {
    for (const name of ["http.pass", "i2pcontrol.password", "routerconsole.auth.Token", "i2p.crypto.privKey"])
      expect([name, looksSecret(name)]).toEqual([name, true]);
    for (const name of ["bandwidth", "loglevel", "i2np.udp.port"]) expect(looksSecret(name)).toBe(false);
  });
});
