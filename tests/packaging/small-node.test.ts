import { execFileSync } from "node:child_process";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const published = join(root, `packaging/node/node_modules/node-linux-${process.arch}/bin/node`);
/** The one that is shipped if `npm run package` has fetched it, or else the one that runs this. */
const whole = existsSync(published) ? published : process.execPath;
const canBeCut =
  process.platform === "linux" &&
  ["arm64", "x64"].includes(process.arch) &&
  String(Reflect.get(process.config.variables, "icu_gyp_path")).includes("icu-generic");
const skipped = canBeCut ? "" : " (skipped: this Node has no tables of ICU in it)";

const output = (program: string, ...args: readonly string[]) =>
  execFileSync(program, args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });

/** Runs a script that has `smallNode`, in a process of its own: a Node has 100 MB. */
const script = (code: string, ...args: readonly string[]) =>
  output(
    process.execPath,
    "--input-type=module",
    "-e",
    `import { readFileSync, writeFileSync } from "node:fs";
     import { smallNode } from "./packaging/small-node/small-node.mjs";
     ${code}`,
    ...args,
  );
const CUT = "writeFileSync(process.argv[2], smallNode(readFileSync(process.argv[1])), { mode: 0o755 })";

describe(`a Node without ICU's tables for other languages${skipped}`, () => {
  it.skipIf(!canBeCut)("answers as the whole one does, and has English alone", () => {
    const folder = scratch();
    const small = join(folder, "node");
    script(CUT, whole, small);
    expect(statSync(whole).size - statSync(small).size).toBeGreaterThan(25e6);

    // What is loaded lies at its place in memory, in order, and nothing over another.
    const loaded = `const { readElf } = await import("./packaging/small-node/elf.mjs");
      const loads = readElf(readFileSync(process.argv[1])).segments.filter(({ type }) => type === 1);
      console.log(loads.every(({ address, offset, alignment }, index) =>
        (address - offset) % alignment === 0 &&
        (index === 0 || loads[index - 1].address + loads[index - 1].inMemory <= address)));`;
    expect(script(loaded, small)).toBe("true\n");

    const [before, after] = [whole, small].map((node) => output(node, "packaging/small-node/answers.cjs"));
    expect(after).toBe(before);
    expect(after).toContain("Sunday, September 9, 2001 at 3:46:40");

    const code = `const texts = ["de", "ja", "en"].map((language) => new Date(0).toLocaleString(language));
      console.log(new Set(texts).size, Intl.DateTimeFormat.supportedLocalesOf(["de", "ja", "en"]).join());`;
    expect([output(whole, "-e", code), output(small, "-e", code)]).toEqual(["3 de,ja,en\n", "1 en\n"]);

    const [entry, blob] = [join(folder, "entry.cjs"), join(folder, "blob")];
    const main = `() => console.log("started from", text, (1234.5).toLocaleString("en"))`;
    writeFileSync(
      entry,
      `const text = "a snapshot"; require("node:v8").startupSnapshot.setDeserializeMainFunction(${main})`,
    );
    output(small, "--snapshot-blob", blob, "--build-snapshot", entry);
    expect(output(small, "--snapshot-blob", blob)).toBe("started from a snapshot 1,234.5\n");
  });

  it.skipIf(!canBeCut)("is not made of what is no such Node, or not as expected", () => {
    const code = `const whole = readFileSync(process.argv[1]);
      const { readElf, exportsOf } = await import("./packaging/small-node/elf.mjs");
      const elf = readElf(whole);
      const tables = exportsOf(whole, elf).find(({ name }) => name.startsWith("icudt"));
      const segment = elf.segments.findLast(({ address, type }) => type === 1 && address <= tables.address);
      const place = tables.address - segment.address + segment.offset;
      const refusal = (of) => {
        try {
          smallNode(of());
        } catch ({ message }) {
          return message;
        }
      };
      const changed = (write) => refusal(() => {
        const file = Buffer.from(whole);
        write(file);
        return file;
      });
      const rowOf = (kind, type) => elf[kind].find((row) => row.type === type);
      const at = (row) => row.bytes.byteOffset - whole.byteOffset;
      console.log(JSON.stringify([
        refusal(() => Buffer.from("#!/bin/sh")),
        refusal(() => readFileSync("/bin/true")),
        refusal(() => smallNode(Buffer.from(whole))),
        changed((file) => file.fill(0, place, place + 16)),
        changed((file) => file.writeBigInt64LE(BigInt(tables.address + 64), rowOf("sections", 4).offset)),
        changed((file) => file.writeUInt32LE(6, at(segment) + 4)),
        changed((file) => file.writeUInt32LE(0, at(rowOf("segments", 4)))),
        changed((file) => file.writeBigInt64LE(BigInt(place + 8e6), at(elf.sections.at(-2)) + 24)),
      ]));`;
    expect(JSON.parse(script(code, whole))).toEqual([
      "not a program of 64 bits, little-endian",
      "it has 0 of ICU's tables",
      "too little to be cut",
      "these are not ICU's tables",
      "something refers to the middle of ICU's tables",
      "ICU's tables can be written to",
      "there is no room for one more segment",
      "something else begins or ends there",
    ]);
  });
});
