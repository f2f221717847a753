import { describe, expect, it } from "vitest";
import { SettingRefused } from "../port.js";
import { memoryStorage, simulate } from "./testing/fixtures.js";

describe("the simulator's settings", () => {
  it("name what they refuse, and say what is wanted", async () => {
    const { settings } = (await simulate()).router;
    const refused = settings.writeAll({ set: new Map([["i2np.udp.port", "70000"]]) });
    await expect(refused).rejects.toThrow(/^i2np\.udp\.port wants .* got "70000"$/);
    // So that it can be said in any language.
    await expect(refused).rejects.toMatchObject({ why: { code: "value.wants" } });
    await expect(settings.writeNetwork(new Map([["router.net.upnp", "yes"]]))).rejects.toThrow(
      /^router\.net\.upnp wants/,
    );
  });

  it("refuse names and values that no configuration can hold", async () => {
    const { settings } = (await simulate()).router;
    for (const [name, value] of [
      ["a=b", "c"],
      ["a", "b\nc"],
    ] as const)
      await expect(settings.writeAll({ set: new Map([[name, value]]) })).rejects.toBeInstanceOf(
        SettingRefused,
      );
  });

  it("remove a host name that is written empty under its own name", async () => {
    const { settings } = (await simulate()).router;
    await settings.writeAll({ set: new Map([["i2np.udp.host", "192.0.2.1"]]) });
    const { after: all } = await settings.writeAll({
      set: new Map([
        ["i2np.udp.host", ""],
        ["note", ""],
      ]),
    });
    expect(all.has("i2np.udp.host")).toBe(false);
    expect(all.get("note")).toBe("");
  });

  it("are unchanged, and still take writes, after one that could not be saved", async () => {
    const { router, storage } = await simulate();
    const before = await router.settings.all();
    storage.failing = true;
    await expect(router.settings.writeAll({ replace: new Map() })).rejects.toThrow("The disk is full");
    expect(await router.settings.all()).toEqual(before);
    storage.failing = false;
    const {
      after: { values },
    } = await router.settings.writeNetwork(new Map([["router.net.bw.share", "33"]]));
    expect(values.get("router.net.bw.share")).toBe("33");
  });

  it("are saved one after another, and closing waits for the last", async () => {
    const storage = memoryStorage();
    let saving = 0;
    let most = 0;
    const slow: typeof storage = {
      ...storage,
      async save(text) {
        most = Math.max(most, ++saving);
        await new Promise((done) => setTimeout(done, 2));
        this.text = text;
        saving--;
      },
    };
    const { router } = await simulate({ storage: slow });
    const names = Array.from({ length: 10 }, (_, index) => `name.${index}`);
    const writes = names.map((name) => router.settings.writeAll({ set: new Map([[name, "x"]]) }));
    await router.close();
    const again = await simulate({ storage: slow });
    await Promise.all(writes);
    expect(most).toBe(1);
    expect([...(await again.router.settings.all()).keys()]).toEqual(expect.arrayContaining(names));
  });

  it("do not mistake what a restart does not touch for something that waits for one", async () => {
    const { settings } = (await simulate()).router;
    const {
      after: { restartNeeded },
    } = await settings.writeNetwork(
      new Map([
        ["router.net.bw.share", "1"],
        ["router.net.laptopmode", "true"],
      ]),
    );
    expect(restartNeeded).toBe(false);
  });
});
