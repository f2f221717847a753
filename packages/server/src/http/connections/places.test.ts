import { describe, expect, it } from "vitest";
import { type Place, Places, shareOf } from "./places.js";

function room(limit: number, share: (owner: string) => number = () => limit) {
  const closed: string[] = [];
  const places = new Places(limit, share);
  const come = (owner: string, name = owner): Place | undefined =>
    places.take(owner, () => closed.push(name));
  return { places, come, closed };
}
const answers = (place: Place | undefined) => {
  if (place !== undefined) place.busy = () => true;
};

describe("the places of an endpoint", () => {
  it("go round: when all are taken, the oldest that has never asked goes", () => {
    const { places, come, closed } = room(3);
    const [first] = ["a1", "a2", "a3"].map((name) => come("a", name));
    if (first !== undefined) places.touch(first);
    expect([come("a", "a4"), come("b")].map(Boolean)).toEqual([true, true]);
    expect(closed).toEqual(["a2", "a3"]);
  });

  it("of those who have asked are not lost to who only connects again and again", () => {
    const { places, come, closed } = room(8);
    for (let n = 1; n <= 4; n++) {
      const place = come("a", "asks");
      if (place !== undefined) places.touch(place);
    }
    for (let n = 1; n <= 100; n++) come("a", "comes");
    expect(new Set(closed)).toEqual(new Set(["comes"]));
  });

  it("are not lost for newcomers to those who have asked once: the one who asked the longest ago goes", () => {
    const { places, come, closed } = room(8);
    const asked = Array.from({ length: 8 }, (_, n) => come("a", `asked ${n}`));
    for (const place of asked) if (place !== undefined) places.touch(place);
    const [first] = asked;
    if (first !== undefined) places.touch(first);
    for (let n = 1; n <= 3; n++) come("a", `comes ${n}`);
    come("a", "comes 4");
    expect(closed).toEqual(["asked 1", "asked 2", "asked 3", "comes 1"]);
  });

  it("are kept by those who are being answered; without any other a newcomer gets none", () => {
    const { places, come, closed } = room(2);
    const taken = [come("a"), come("b")];
    for (const place of taken) answers(place);
    expect(come("c")).toBeUndefined();
    if (taken[0] !== undefined) places.leave(taken[0]);
    expect([come("c"), closed]).toEqual([expect.anything(), []]);
  });

  it("are not all for one: over its share an owner makes room at its own cost", () => {
    const { come, closed } = room(10, () => 4);
    for (let n = 1; n <= 7; n++) come("slow", `slow ${n}`);
    come("honest");
    expect(closed).toEqual(["slow 1", "slow 2", "slow 3"]);
    const { come: comeBusy } = room(10, () => 4);
    for (let n = 1; n <= 4; n++) answers(comeBusy("busy"));
    expect([comeBusy("busy"), comeBusy("honest")].map(Boolean)).toEqual([false, true]);
  });

  it("are taken from who has the most of what is due to them", () => {
    const { come, closed } = room(12, (owner) => (owner === "proxy" ? 9 : 3));
    come("honest");
    for (let n = 1; n <= 8; n++) come("proxy");
    for (let n = 1; n <= 3; n++) come("slow");
    come("newcomer");
    expect(closed).toEqual(["slow"]);
  });

  it("are left once, whoever closes the connection", () => {
    const { places, come, closed } = room(1);
    const first = come("a", "first");
    come("b", "second");
    if (first !== undefined) {
      places.touch(first);
      places.leave(first);
    }
    come("c", "third");
    expect(closed).toEqual(["first", "second"]);
  });

  it("leave a quarter to others even if a proxy takes all it may, and are few enough for a browser", () => {
    expect([shareOf(1_000, false), shareOf(1_000, true)]).toEqual([250, 750]);
    expect([shareOf(40, false), shareOf(40, true), shareOf(3, false)]).toEqual([16, 30, 3]);
  });
});
