import { ERRORS } from "@pilothouse/protocol";
import { expect, it } from "vitest";
import { outOfScope } from "./out-of-scope.js";

const { code } = ERRORS.outOfScope;
const REFUSED = { jsonrpc: "2.0", id: 1, error: { code, message: "not allowed" } };
const LISTED = { jsonrpc: "2.0", id: 2, result: { components: { errors: { outOfScope: { code } } } } };
const call = (method: string, params: object = {}) => ({ jsonrpc: "2.0", id: 1, method, params });
const said = (request: unknown, answer: unknown) =>
  outOfScope(JSON.stringify(request), JSON.stringify(answer));

it("names the call that was refused, also in a batch", () => {
  const write = call("NetworkSetting", { "svc.router.net.bw.in": "77" });
  const discover = call("rpc.discover");
  expect(said(write, REFUSED)).toEqual({ method: "NetworkSetting", key: "svc.router.net.bw.in" });
  expect(said([discover, call("pilothouse.tokens")], [LISTED, REFUSED])).toEqual({
    method: "pilothouse.tokens",
  });
  expect(said([discover, call("others.own", { "a key": 1 })], [LISTED, REFUSED])).toEqual({
    method: "others.own",
  });
});

it("tells a refusal from a result that lists the code, such as rpc.discover's", () => {
  const discover = call("rpc.discover");
  expect([said(discover, LISTED), said([discover], [LISTED])]).toEqual([undefined, undefined]);
  expect(outOfScope(JSON.stringify(discover), "")).toBe(undefined);
});
