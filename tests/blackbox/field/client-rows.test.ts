import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { exchange, FACTORY, PASSWORD } from "../wire.js";
import { RECORDED, type Recorded } from "./client-requests.js";

type Settings = { readonly [name: string]: string };

/** The clients of docs/clients.md that work, with the settings that the service needs for each. */
function documented(): ReadonlyMap<string, Settings> {
  const text = readFileSync(new URL("../../../docs/clients.md", import.meta.url), "utf8");
  const table = text.split("## ").find((part) => part.startsWith("Clients that work")) ?? "";
  const rows = table.split("\n").filter((line) => line.startsWith("| ") && !/^\| (Client|---)/.test(line));
  return new Map(
    rows.map((row) => {
      const [client = "", , needs = ""] = row.slice(2).split(" | ");
      const named = [...needs.matchAll(/`([a-z_.]+) = ([^`]+)`/g)];
      if (named.length === 0) expect(needs, client).toBe("nothing");
      return [client, Object.fromEntries(named.map(([, name = "", value = ""]) => [name, asText(value)]))];
    }),
  );
}
const asText = (value: string) => (value.startsWith("[") ? (JSON.parse(value) as string[]).join() : value);

/** Free ports, because other tests run beside this one. */
const withFreePorts = (settings: Settings) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, name.endsWith(".port") ? "0" : value]),
  );

const started = new Map<string, Promise<Here>>();
/** One service for all clients that need the same settings. */
function serviceWith(settings: Settings): Promise<Here> {
  const key = JSON.stringify(settings);
  const running = started.get(key) ?? start(settings);
  started.set(key, running);
  return running;
}
async function start(settings: Settings): Promise<Here> {
  const fresh = settings["auth.allow_factory_password"] === "true";
  const here = await startHere({ settings: withFreePorts(settings), fresh });
  here.clock.advance(3_600_000);
  return here;
}

async function play({ over, head, login, calls }: Recorded, here: Here, password: string): Promise<void> {
  const say = (body: string) =>
    exchange(here[over], head.replace("$LENGTH", String(Buffer.byteLength(body))), body);
  const loggedIn = await say(login.replace("$PASSWORD", password));
  const token = /"Token":"([^"]+)"/.exec(loggedIn)?.[1];
  expect(token, loggedIn).toBeDefined();
  for (const [body, answer] of calls) {
    const heard = await say(body.replace("$TOKEN", token ?? ""));
    expect(heard).toMatch(/^HTTP\/1\.1 200 /);
    expect(heard).toMatch(answer);
  }
}

describe("The clients of docs/clients.md", () => {
  const rows = documented();

  it("are those whose requests are known", () => {
    expect([...rows.keys()]).toEqual(Object.keys(RECORDED));
  });

  it.each([...rows])("%s works with the settings of its row", async (client, settings) => {
    const recorded = RECORDED[client];
    if (recorded === undefined) throw new Error("its requests are not in client-requests.ts");
    const here = await serviceWith(settings);
    await play(recorded, here, here.starting.fresh ? FACTORY : PASSWORD);
  });

  it("need the settings of their rows: without them they are refused", async () => {
    const bare = await serviceWith({});
    for (const [client, settings] of rows)
      if (Object.keys(settings).length > 0)
        await expect(
          play(
            RECORDED[client] as Recorded,
            bare,
            settings["auth.allow_factory_password"] ? FACTORY : PASSWORD,
          ),
          client,
        ).rejects.toThrow();
  });
});
