import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { serialQueue } from "./serial-queue.js";

describe("In turn", () => {
  it("one thing begins when the one before has ended, well or not", async () => {
    const turn = serialQueue();
    const said: string[] = [];
    const first = turn(async () => {
      await sleep(5);
      said.push("first");
      throw new Error("no luck");
    });
    const second = turn(async () => said.push("second"));
    await expect(first).rejects.toThrow("no luck");
    await second;
    expect(said).toEqual(["first", "second"]);
  });

  it("what has waited longer than its patience is not begun, and what comes after it is", async () => {
    const turn = serialQueue();
    let begun = false;
    const long = turn(() => sleep(30));
    const impatient = turn(async () => {
      begun = true;
    }, 1);
    const patient = turn(async () => "done");
    await expect(impatient).rejects.toThrow("nothing was changed");
    expect([begun, await patient, await long]).toEqual([false, "done", undefined]);
  });

  it("who has waited too long is told for what", async () => {
    const turn = serialQueue();
    const impatient = () => turn(async () => {}, 1);
    void turn(() => sleep(30), undefined, "tunnel.busy");
    await expect(impatient()).rejects.toThrow("busy for over 1 ms with a change of tunnels");
    void turn(() => sleep(30), undefined, "tunnel.namesBusy");
    await expect(Promise.all([impatient(), impatient()])).rejects.toThrow(
      "with a change of its address book",
    );
    void turn(() => sleep(30));
    await expect(impatient()).rejects.toThrow("with what came before");
  });
});
