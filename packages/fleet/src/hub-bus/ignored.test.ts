import type { Log } from "@pilothouse/server";
import { expect, it } from "vitest";
import { Ignored } from "./ignored.js";

it("What a hub ignores is logged once a minute for each kind, with how often it came", () => {
  const said: unknown[] = [];
  const clock = { time: 0, now: () => clock.time, ticks: () => clock.time };
  const log = { warn: (about: object, text: string) => void said.push([about, text]) } as unknown as Log;
  const ignored = new Ignored({ clock, log });
  for (let n = 0; n < 1_000; n++) ignored.add("UA", "one kind", "It is damaged");
  ignored.add("UB", "another");
  clock.time += 60_000;
  ignored.add("UA", "one kind", "It is damaged");
  expect(said).toEqual([
    [{ node: "UA", count: 1 }, "ignored: one kind. It is damaged"],
    [{ node: "UB", count: 1 }, "ignored: another. Somebody who controls the bus may have made it"],
    [{ node: "UA", count: 1_000 }, "ignored: one kind. It is damaged"],
  ]);
});
