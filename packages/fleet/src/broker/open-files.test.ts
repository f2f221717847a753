import { expect, it } from "vitest";
import { openFilesFault } from "./open-files.js";

const limits = (hard: string) =>
  `Limit      Soft Limit  Hard Limit  Units\nMax open files   1024   ${hard}   files\n`;

it("The limit of open files must leave room for every node", () => {
  expect(openFilesFault(800, limits("1024"))).toBeUndefined();
  expect(openFilesFault(50_000, limits("1048576"))).toBeUndefined();
  expect(openFilesFault(50_000, limits("unlimited"))).toBeUndefined();
  expect(openFilesFault(50_000, "")).toBeUndefined();
  expect(openFilesFault(5_000, limits("4096"))).toBe(
    "the hub's nats-server may open 4096 files, and 5000 nodes need 5200: raise the limit (LimitNOFILE= in the unit, or ulimit -Hn)",
  );
});
