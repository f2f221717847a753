import { ERRORS } from "@pilothouse/protocol";
import { expect, it } from "vitest";
import { isOutOfScope } from "./out-of-scope.js";

it("knows a refused call, also in a batch, from a result that lists the code, such as rpc.discover's", () => {
  const { code } = ERRORS.outOfScope;
  const refused = { jsonrpc: "2.0", id: 1, error: { code, message: "not allowed" } };
  const listed = { jsonrpc: "2.0", id: 2, result: { components: { errors: { outOfScope: { code } } } } };
  const said = (answer: unknown) => isOutOfScope(JSON.stringify(answer));
  expect([refused, [listed, refused], listed, [listed]].map(said)).toEqual([true, true, false, false]);
  expect(isOutOfScope("")).toBe(false);
});
