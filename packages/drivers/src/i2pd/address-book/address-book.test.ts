import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { i2pBase64 } from "@pilothouse/protocol";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it, onTestFinished } from "vitest";
import { SettingRefused } from "../../port.js";
import { FileChanges } from "../file-changes/file-changes.js";
import { madeKey } from "../testing/made-key.js";
import { PlayedI2pd } from "../testing/played-i2pd.js";
import { bookOf, destinationIn, readBook, withName, withoutNames } from "./book-files.js";
import { samLookup } from "./sam.js";
import { checkSubscriptions } from "./subscriptions.js";

const destination = () => i2pBase64(madeKey().subarray(0, 391));

describe("the files of an address book", () => {
  it("are read as i2pd reads them", () => {
    expect([...bookOf("a.i2p,abc\n\nno comma\nb.i2p,d,e\n")]).toEqual([
      ["a.i2p", "abc"],
      ["b.i2p", "d,e"],
    ]);
  });

  it("get a name with its destination, and lose it again", () => {
    const [dir, where] = [scratch(), destination()];
    for (const name of ["data", "control", "data/addressbook"]) mkdirSync(join(dir, name));
    const data = join(dir, "data");
    writeFileSync(join(data, "addressbook", "addresses.csv"), "other.i2p,abc\n");
    const change = (files: ReturnType<typeof withName>) => {
      const pending = new FileChanges(join(dir, "control")).prepare(files, false);
      pending.apply();
      pending.keep();
    };
    change(withName(data, "a.i2p", where));
    expect(destinationIn(data, "a.i2p")).toBe(where);
    change(withoutNames(data, ["a.i2p"]));
    expect([...readBook(data).keys()]).toEqual(["other.i2p"]);
    expect(destinationIn(data, "other.i2p")).toBeUndefined();
  });

  it("of fifty thousand names are searched in a moment", async () => {
    const i2pd = new PlayedI2pd(scratch());
    await i2pd.open();
    const text = Array.from({ length: 50_000 }, (_, n) => `name-${n}.i2p,${"a".repeat(52)}\n`).join("");
    writeFileSync(join(i2pd.dataDir, "addressbook", "addresses.csv"), text);
    const { names, total } = await i2pd.addressBook.list({
      search: "-4999",
      after: "name-49990.i2p",
      limit: 2,
    });
    expect([total, ...names.map(({ name }) => name)]).toEqual([11, "name-49991.i2p", "name-49992.i2p"]);
    await i2pd.close();
  });
});

describe("a name", () => {
  it("is not added when it leads elsewhere, and not when it is none", async () => {
    const i2pd = new PlayedI2pd(scratch());
    await i2pd.open();
    await i2pd.addressBook.add("a.i2p", destination());
    const refused = (name: string, where: string) =>
      i2pd.addressBook.add(name, where).then(
        () => "taken",
        (error: unknown) => (error instanceof SettingRefused ? error.key : error),
      );
    expect(await refused("a.i2p", destination())).toBe("Hostname");
    expect(await refused("a.i2p,x\n", destination())).toBe("Hostname");
    expect(await refused("b.i2p", "AAAA")).toBe("Destination");
    expect(readFileSync(join(i2pd.dataDir, "addressbook", "addresses.csv"), "utf8")).toMatch(
      /^a\.i2p,\w{52}\n$/,
    );
    await i2pd.close();
  });
});

describe("SAM", () => {
  const answering = async (answer: string) => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", (text) =>
        socket.write(String(text).startsWith("HELLO") ? "HELLO REPLY RESULT=OK VERSION=3.1\n" : answer),
      );
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { port: number };
    return samLookup({ host: "127.0.0.1", port }, "a.i2p", AbortSignal.timeout(60_000));
  };

  it("tells what a name stands for, or that it stands for nothing", async () => {
    expect(await answering("NAMING REPLY RESULT=OK NAME=a.i2p VALUE=AB~-=\n")).toBe("AB~-=");
    expect(await answering("NAMING REPLY RESULT=INVALID_KEY NAME=a.i2p\n")).toBeUndefined();
  });

  it("that answers something else, or without end, is told as such", async () => {
    await expect(answering("HTTP/1.1 400\r\n")).rejects.toThrow("SAM");
    await expect(answering("N".repeat(20_000))).rejects.toThrow("too long");
  });
});

describe("a subscription", () => {
  it.each(["http://a.i2p/hosts.txt", "http://a.b.i2p:81/x?y=z"])("may be %s", (url) => {
    expect(() => checkSubscriptions([url])).not.toThrow();
  });
  it.each(["https://a.i2p/", "http://example.com/", "http://a.i2p/,http://b.i2p/", "http://a.i2p/\nx", ""])(
    "cannot be %j",
    (url) => {
      expect(() => checkSubscriptions([url])).toThrow(SettingRefused);
    },
  );
});
