import { mkdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PeerClasses } from "./peers.js";
import { publishedAddress, readRouterInfo } from "./router-info.js";

const RECORDED = await readFile(fileURLToPath(new URL("../testing/recorded/router.info", import.meta.url)));

/** The recorded description, with another bandwidth class. */
const ofClass = (letter: string): Buffer => {
  const info = Buffer.from(RECORDED);
  const caps = Buffer.from(readRouterInfo(info)?.options.get("caps") ?? "");
  info.write(letter, info.lastIndexOf(caps), "latin1");
  return info;
};

describe("what a router publishes of itself", () => {
  it("is read as i2pd writes it", () => {
    const info = readRouterInfo(RECORDED);
    expect(info?.addresses.map(({ style }) => style).sort()).toEqual(["NTCP2", "SSU2"]);
    expect(info?.options.get("netId")).toBe("99");
    expect(info?.options.get("caps")).toMatch(/^[KLMNOPX]/);
    expect(info && publishedAddress(info)).toBe("198.18.1.1");
  });

  it("is nothing when it is cut off anywhere", () => {
    const end = RECORDED.lastIndexOf("netId");
    for (let size = 0; size < end; size += 7)
      expect(readRouterInfo(RECORDED.subarray(0, size)), String(size)).toBeUndefined();
  });

  it("holds no address as long as the router knows none", () => {
    const unknown = { style: "SSU2", options: new Map([["host", "127.0.0.1"]]) };
    expect(publishedAddress({ addresses: [unknown], options: new Map() })).toBeUndefined();
    const six = { style: "SSU2", options: new Map([["host", "2001:db8::1"]]) };
    expect(publishedAddress({ addresses: [six], options: new Map() })).toBe("2001:db8::1");
  });
});

describe("the tiers of peers", () => {
  let dir: string;
  let now = 0;
  const clock = { now: () => now };
  const put = async (name: string, content: Buffer) => {
    await mkdir(join(dir, `r${name[0]}`), { recursive: true });
    await writeFile(join(dir, `r${name[0]}`, `routerInfo-${name}.dat`), content);
  };
  beforeEach(async () => {
    now = 0;
    dir = scratch();
  });
  it("are counted by the bandwidth classes in netDb", async () => {
    for (const [at, letter] of ["K", "L", "M", "N", "O", "P", "X"].entries())
      await put(`${at}abc`, ofClass(letter));
    await put("zzz", Buffer.from("no router"));
    expect(await new PeerClasses(dir, clock).counts()).toEqual({ fast: 2, highCapacity: 3 });
  });

  it("are of routers whose hashes are the names of the files", async () => {
    const hash = `${"a~-Z".repeat(10)}abc=`;
    await put(hash, ofClass("K"));
    await put("not a hash", ofClass("K"));
    expect(await new PeerClasses(dir, clock).hashes()).toEqual([hash]);
  });

  it("are those of none where there is no netDb yet", async () => {
    expect(await new PeerClasses(join(dir, "none"), clock).counts()).toEqual({ fast: 0, highCapacity: 0 });
  });

  it("are left out where the files may not be read", async () => {
    await writeFile(join(dir, "file"), "");
    expect(await new PeerClasses(`${dir}/\0`, clock).counts()).toBeUndefined();
  });

  it("are read again after a while, but a file that did not change is not", async () => {
    const file = join(dir, "ra", "routerInfo-abc.dat");
    const [before, after] = [new Date("2026-01-01"), new Date("2026-01-02")];
    await put("abc", ofClass("X"));
    await utimes(file, before, before);
    const peers = new PeerClasses(dir, clock);
    expect(await peers.counts()).toEqual({ fast: 1, highCapacity: 1 });
    await writeFile(file, ofClass("K"));
    await utimes(file, before, before);
    await peers.refresh();
    // The same size and time as before: it counts as unchanged.
    expect(await peers.counts()).toEqual({ fast: 1, highCapacity: 1 });
    await utimes(file, after, after);
    await peers.refresh();
    expect(await peers.counts()).toEqual({ fast: 0, highCapacity: 0 });
  });

  it("are those of the last look until it is time for another", async () => {
    const peers = new PeerClasses(dir, clock);
    expect(await peers.counts()).toEqual({ fast: 0, highCapacity: 0 });
    await put("abc", ofClass("X"));
    expect(await peers.counts()).toEqual({ fast: 0, highCapacity: 0 });
    now += 30_000;
    await expect.poll(() => peers.counts()).toEqual({ fast: 1, highCapacity: 1 });
  });

  it("are looked for less often where there are very many", async () => {
    for (let n = 0; n < 400; n++) await put(`router${n}`, ofClass("X"));
    const peers = new PeerClasses(dir, clock);
    expect(await peers.counts()).toEqual({ fast: 400, highCapacity: 400 });
    const look = vi.spyOn(peers, "refresh");
    now += 39_999;
    await peers.counts();
    expect(look).not.toHaveBeenCalled();
    now += 1;
    await peers.counts();
    expect(look).toHaveBeenCalledOnce();
  });
});
