import type { Service, Settings } from "@pilothouse/server";
import { describe, expect, it } from "vitest";
import { passwordLines, placeLines } from "./run-service.js";

const places = (host: string): string[] =>
  placeLines(
    {
      https: `https://${host}:7650/`,
      http: `http://${host}:7657/`,
      console: `http://${host}:7657/`,
      fingerprint: "AA",
      rpcOverHttp: true,
    } as Service,
    { data_dir: "/data" } as Settings,
  );

describe("where the service can be reached", () => {
  it.each([
    ["0.0.0.0", "127.0.0.1"],
    ["[::]", "[::1]"],
  ])("is an address that can be opened, also when it listens on %s", (host, shown) => {
    const [every, ...rest] = [places(host), places(shown)].map((lines) => lines.join("\n"));
    expect(every).toBe(
      rest[0]?.replace("\n  Data", "\n         and on every other address of this machine\n  Data"),
    );
  });
});

it("A service and a hub warn that the factory password opens everything, where it does", () => {
  const place = { dataDir: "/data", user: undefined, sudo: false };
  const said = (passwordIsFactory: boolean, allowed: boolean) =>
    passwordLines(
      { passwordIsFactory } as Service,
      { "auth.allow_factory_password": allowed } as Settings,
      place,
    )[0];
  expect(said(false, true)).toBeUndefined();
  expect(said(true, false)).toMatch(/^Next: choose a password/);
  expect(said(true, true)).toMatch(/^Warning: the factory password opens everything/);
});
