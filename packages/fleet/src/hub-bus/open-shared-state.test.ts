import { expect, it } from "vitest";
import { openSharedState } from "./open-shared-state.js";

it("A hub that shares its fleet wants servers that the others reach too", async () => {
  const settings = {
    bus: "embedded",
    host: "127.0.0.1",
    port: 0,
    addresses: [],
    program: "x",
    shared: true,
  } as const;
  const opening = openSharedState({ store: undefined as never, dataDir: "unused", settings, log: () => {} });
  await expect(opening).rejects.toThrow("name them in hub.bus instead of embedded");
});
