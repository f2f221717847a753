import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeEach, describe, expect, it } from "vitest";
import { Store, StoreError } from "../store.js";
import { putValue, readValue } from "../values.js";
import { PASSWORD_VALUE } from "./soundness.js";

const clock = { now: () => Date.UTC(2026, 10, 15, 3, 15, 0, 7) };
const ASIDE = "pilothouse.db.damaged-20261115T031500.007Z";

let dir: string;
let file: string;
beforeEach(() => {
  dir = scratch();
  file = join(dir, "pilothouse.db");
});
const open = () => Store.open(dir, clock);
const text = (name: string) => readFileSync(join(dir, name), "utf8");

async function written(): Promise<Buffer> {
  const store = open();
  await store.write((db) => putValue(db, PASSWORD_VALUE, '"mine"'));
  await store.close();
  return readFileSync(file);
}

describe("A damaged store", () => {
  it("is set aside as it is, its journal with it, readable only by its owner", async () => {
    await written();
    writeFileSync(file, "no database at all");
    writeFileSync(`${file}-journal`, "no journal either, but as long as the head of one");
    expect(open).toThrow(StoreError);
    expect(readdirSync(dir).sort()).toEqual([ASIDE, `${ASIDE}-journal`]);
    expect(text(ASIDE)).toBe("no database at all");
    expect(text(`${ASIDE}-journal`)).toContain("no journal either");
    expect(statSync(join(dir, ASIDE)).mode & 0o777).toBe(0o600);
  });

  it("is reported at every start in one line that names it and how to restore it", () => {
    writeFileSync(file, "no database at all");
    const way = `set aside as ${join(dir, ASIDE)}; put a copy of it back as ${file}, or start with an empty store:`;
    expect(open).toThrow(`${file} is damaged (file is not a database) and is ${way}`);
    for (let start = 0; start < 3; start++) expect(open).toThrow(`${file} was damaged and is ${way}`);
    expect(readdirSync(dir)).toEqual([ASIDE]);
  });

  it("is not replaced by a start that was under way when another set it aside", () => {
    writeFileSync(join(dir, ASIDE), "damaged");
    // The file as such a start has just made it.
    writeFileSync(file, "");
    expect(open).toThrow("was damaged");
    expect(statSync(file).size).toBe(0);
  });

  it("gives way to a copy that is put back, and stays where it is", async () => {
    const copy = await written();
    writeFileSync(file, "no database at all");
    expect(open).toThrow("is damaged");
    writeFileSync(file, copy, { mode: 0o644 });
    const store = open();
    expect(readValue(store, PASSWORD_VALUE)).toBe('"mine"');
    await store.close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(text(ASIDE)).toBe("no database at all");
  });

  it("is not written over by the next one", () => {
    for (const content of ["first", "second", "third"]) {
      writeFileSync(file, content);
      expect(open).toThrow("is damaged");
    }
    expect([ASIDE, `${ASIDE}.2`, `${ASIDE}.3`].map(text)).toEqual(["first", "second", "third"]);
  });

  it("leaves no journal behind that would spoil the copy, even when its move was broken off", () => {
    writeFileSync(join(dir, ASIDE), "damaged");
    writeFileSync(`${file}-journal`, "of the damaged one");
    expect(open).toThrow("was damaged");
    expect(text(`${ASIDE}-journal`)).toBe("of the damaged one");
    expect(readdirSync(dir)).not.toContain("pilothouse.db-journal");
  });

  it("makes room for a new one when it was moved out of the directory", async () => {
    writeFileSync(file, "no database at all");
    expect(open).toThrow("is damaged");
    renameSync(join(dir, ASIDE), `${dir}.damaged`);
    const store = open();
    expect(readValue(store, PASSWORD_VALUE)).toBeUndefined();
    await store.close();
    rmSync(`${dir}.damaged`);
  });
});
