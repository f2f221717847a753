import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { operatorSocket } from "@pilothouse/server/settings";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it, onTestFinished } from "vitest";
import { servicesHere } from "./services-here.js";

it("The services of this machine are listed with those first whose user can be seen", async () => {
  const [hidden, ...others] = [scratch(), scratch(), scratch()] as const;
  for (const dir of [hidden, ...others]) {
    const server = createServer().listen(operatorSocket(dir));
    await once(server, "listening");
    onTestFinished(() => void server.close());
  }
  // As little can be seen of it as of one in a directory that is closed to others.
  rmSync(hidden, { recursive: true });
  const listed = servicesHere().map(({ dataDir }) => dataDir);
  expect(listed).toEqual(expect.arrayContaining([hidden, ...others]));
  for (const other of others) expect(listed.indexOf(other)).toBeLessThan(listed.indexOf(hidden));
});
