import { memoryLink } from "@pilothouse/client/browser";
import { expect, it } from "vitest";
import { Session } from "../../state/session.js";
import "./results.js";

/** A hub that gives this result to every call. */
const hub = (result: object) =>
  new Session(
    memoryLink(async (text) => JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(text).id, result })),
    "token",
    () => {},
  );

it("an answer of a hub is checked against what its method promises", async () => {
  const asked = (result: object) => hub(result).call("fleet.queue", {});
  await expect(asked({ queue: [] })).resolves.toEqual({ queue: [] });
  await expect(asked({ queue: "none" })).rejects.toMatchObject({ kind: "protocol" });
  await expect(asked({})).rejects.toMatchObject({ kind: "protocol" });
});
