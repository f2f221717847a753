import { X509Certificate } from "node:crypto";
import { systemClock } from "@pilothouse/drivers/port";
import { ownCertificate } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { askToJoin } from "../joining/ask-to-join.js";
import { memberClaims, signedJwt } from "../keys/jwt.js";
import { makeNKey } from "../keys/nkey.js";
import { dial } from "./dial.js";
import {
  type Certificate,
  HostileServer,
  inClear,
  info,
  inTls,
  type Trick,
} from "./testing/hostile-server.js";

const [fleet, account, role] = [makeNKey("operator"), makeNKey("account"), makeNKey("account")];
const key = makeNKey("user");
const jwt = signedJwt(
  memberClaims({ id: key.id, name: "secret-name", role: role.id, account: account.id, iat: 1 }),
  role,
);
let ours: Certificate;
let other: Certificate;

beforeAll(() => {
  const made = () => ownCertificate(scratch(), "127.0.0.1");
  [ours, other] = [made(), made()];
});

afterEach(() => void vi.useRealTimers());

const dialled = (address: string, again: boolean) =>
  dial({
    ...{ addresses: [address], login: { key, jwt }, name: "secret-name", again },
    trust: { certificate: ours.cert },
  });

const CLIENTS: { readonly [name: string]: (address: string) => Promise<unknown> } = {
  "a node": (address) => dialled(address, false),
  "a hub": (address) => dialled(address, true),
  "a node that joins": (address) => {
    const fingerprint = Buffer.from(new X509Certificate(ours.cert).fingerprint256.replaceAll(":", ""), "hex");
    const common = { addresses: [address], fingerprint, fleet: fleet.id, account: account.id, jwt };
    const token = { ...common, id: "0123456789abcdef", secret: Buffer.alloc(16), key: makeNKey("user") };
    return askToJoin({ token, key, signing: key.id, name: "secret-name", chosen: true, clock: systemClock });
  },
};

/** What became of a connection to a server that does this. */
async function met(client: string, trick: Trick) {
  const server = new HostileServer(trick);
  onTestFinished(() => server.stop());
  const failed = CLIENTS[client]?.(await server.start()).then(
    () => new Error("it was believed"),
    (error: Error) => error,
  );
  return { server, failed };
}

function expectOnlyTls({ received }: HostileServer): void {
  const sent = Buffer.concat(received);
  for (const readable of ["CONNECT", "PING", "SUB", "secret-name", key.id, jwt.slice(0, 30)])
    expect(sent.includes(readable)).toBe(false);
  // A handshake or an alert: what TLS sends before it has encrypted anything.
  if (sent.length > 0) expect([0x15, 0x16]).toContain(sent[0]);
}

const STRIPPED = [
  ["that TLS is not required but available as a number", info({ tls_required: false, tls_available: 1 })],
  ["that TLS is available as a text", info({ tls_available: "yes" })],
  ["that TLS is required as a text", info({ tls_required: "true" })],
  ["that there is no TLS", info({ tls_required: false, tls_available: false })],
  ["nothing about TLS", info()],
  ["that TLS is required, and speaks none", info({ tls_required: true })],
  ["that the login is wrong", "-ERR 'Authorization Violation'\r\n"],
  [
    "that the login is wrong, after its greeting",
    `${info({ tls_required: true })}-ERR 'Authorization Violation'\r\n`,
  ],
  ["that a message is there", "MSG ph.notice 1 2\r\nxx\r\n"],
  ["something else", "HTTP/1.1 200 OK\r\n\r\n"],
] as const;

describe.each(Object.keys(CLIENTS))("%s that meets a server that says in clear", (client) => {
  it.each(STRIPPED)("%s: sends nothing but TLS, and ends the connection", async (_what, greeting) => {
    const { server, failed } = await met(client, inClear(greeting));
    expect((await failed)?.message).toMatch(/does not speak TLS/);
    expectOnlyTls(server);
    await expect.poll(() => server.open).toBe(0);
  });

  it("an endless greeting: gives up", async () => {
    let written = 0;
    const { server, failed } = await met(client, (socket, self) => {
      self.record(socket);
      const more = () => {
        while (!socket.destroyed && written < 64e6) {
          written += 65_536;
          if (!socket.write("INFO ".padEnd(65_536, "x"))) return;
        }
      };
      socket.on("drain", more);
      more();
    });
    expect((await failed)?.message).toContain("greets with more than 64 KiB");
    expectOnlyTls(server);
    await expect.poll(() => server.open).toBe(0);
    expect(written).toBeLessThan(64e6);
  });

  it("nothing at all: ends the connection when time is up", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { server, failed } = await met(client, (socket, self) => self.record(socket));
    let error: Error | undefined;
    void failed?.then((one) => {
      error = one;
    });
    await vi.waitUntil(() => server.accepted > 0 && server.received.length > 0);
    while (error === undefined) await vi.advanceTimersByTimeAsync(1_000);
    expect(error.message).toMatch(/timeout|does not answer/);
    vi.useRealTimers();
    expectOnlyTls(server);
    await expect.poll(() => server.open).toBe(0);
  });
});

describe.each(Object.keys(CLIENTS))("%s", (client) => {
  it("says nothing to a server with another certificate", async () => {
    const { server, failed } = await met(
      client,
      inTls(other, () => {}),
    );
    expect((await failed)?.message).toMatch(/certificate/);
    expectOnlyTls(server);
    expect(server.decrypted).toEqual([]);
    await expect.poll(() => server.open).toBe(0);
  });

  it.each([
    ["looks like an answer", "pilothouse answer 1\n{}"],
    ["is long", "a".repeat(65)],
    ["is no text", 7],
    ["is missing", undefined],
  ])("signs nothing at its login that %s", async (_what, nonce) => {
    const { server, failed } = await met(
      client,
      inTls(ours, () => {}, info({ nonce })),
    );
    expect((await failed)?.message).toContain("wants something signed");
    expect(server.decrypted).toEqual([]);
    await expect.poll(() => server.open).toBe(0);
  });
});

describe("A server with the right certificate", () => {
  it.each([
    ["a message of four gigabytes", "MSG x 1 4000000000\r\n", /message of 4000000000 bytes/],
    ["one with headers", "HMSG x 1 12 4000000000\r\n", /message of 4000000000 bytes/],
    ["an endless line", `MSG ${"x".repeat(5_000)}`, /longer than it may be/],
    ["an endless error", `-ERR ${"x".repeat(5_000)}`, /longer than it may be/],
    ["an endless greeting", `INFO ${"x".repeat(70_000)}`, /longer than it may be/],
    ["a greeting that is not JSON", "INFO {\r\n", /not valid JSON/],
    ["something else", "HELLO\r\n", /not a message of NATS/],
    ["more than it said", "MSG x 1 1\r\nyyyy\r\n", /not a message of NATS/],
  ])("that sends %s loses the connection, with a reason", async (_what, sent, why) => {
    const trick: Trick = (socket, self) =>
      inTls(ours, (tls) => {
        tls.on("data", (bytes: Buffer) => {
          if (!bytes.includes("SUB")) return;
          tls.write(sent);
          const flood = () => {
            while (!tls.destroyed && tls.write(Buffer.alloc(65_536, "x")));
          };
          tls.on("drain", flood);
          flood();
        });
      })(socket, self);
    const server = new HostileServer(trick);
    onTestFinished(() => server.stop());
    const connection = await dialled(await server.start(), false);
    onTestFinished(() => connection.close());
    connection.subscribe("x", { callback: () => {} });
    expect(((await connection.closed()) as Error | undefined)?.message).toMatch(why);
    await expect.poll(() => server.open).toBe(0);
  });
});

it("A connection that is lost while it is flushed says so", async () => {
  const server = new HostileServer(
    inTls(ours, (tls) => {
      // Before it is answered.
      tls.prependListener("data", (bytes: Buffer) => {
        if (bytes.includes("SUB")) tls.destroy();
      });
    }),
  );
  onTestFinished(() => server.stop());
  const connection = await dialled(await server.start(), false);
  connection.subscribe("x", { callback: () => {} });
  await expect(connection.flush()).rejects.toThrow();
});
