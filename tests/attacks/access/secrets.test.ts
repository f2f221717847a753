import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeAll, describe, expect, it } from "vitest";
import { run, serve } from "../../blackbox/process.js";
import { callText, FACTORY, logIn, rpc, send, tokenFor } from "../../blackbox/wire.js";

// AdGuard CVE-2021-27935 (cookies), NATS CVE-2026-33247 (argv), i2pd (logs): secrets where others read them.
describe("A secret is never shown", () => {
  const CANARY = "canary-7f3a";
  const password = `${CANARY}-password`;
  const guess = `${CANARY}-guess`;
  const handedOver = `${CANARY}-handed-over`;
  let tokens: string[];
  const replies: string[] = [];
  let processSeen: string;
  let said: string;
  let files: { readonly name: string; readonly text: string }[];

  beforeAll(async () => {
    const dataDir = scratch();
    const served = await serve(dataDir, { args: ["--log-level", "debug", "--metrics-enabled", "true"] });
    const { https } = served;
    const hear = async (reply: Promise<{ body: string; headers: unknown }>) => {
      const { body, headers } = await reply;
      replies.push(body + JSON.stringify(headers));
    };
    const first = await tokenFor(https, FACTORY);
    await hear(rpc(https, "ServiceControl", { Token: first, "svccontrol.password": password }));
    const Token = await tokenFor(https, password);
    tokens = [first, Token];
    for (const wrong of [guess, [guess], { guess }, null, 7])
      await hear(rpc(https, "Authenticate", { API: 1, Password: wrong } as never));
    await hear(rpc(https, "Authenticate", { API: guess, Password: guess }));
    await hear(rpc(https, "Echo", { Token: `${Token}x` }));
    await hear(rpc(https, "pilothouse.logout", { Token, Password: [guess] }));
    await hear(rpc(https, "ServiceControl", { Token, "svccontrol.password": { guess } }));
    await hear(
      rpc(https, "ServiceControl", { Token, "svccontrol.password": `${guess}${"x".repeat(1_100)}` }),
    );
    await hear(rpc(https, "AdvancedSettings", { Token, set: { "proxy.password": `${CANARY}-setting` } }));
    await hear(rpc(https, "pilothouse.sessions", { Token }));
    await hear(rpc(https, "pilothouse.audit", { Token }));
    await hear(send(https, callText("Echo", { Token }).slice(0, -2)));
    await hear(send(https, "", { path: `/?Token=${Token}&Password=${password}`, method: "GET" }));
    await hear(
      send(https, "", { path: "/metrics", method: "GET", headers: { Authorization: `Bearer ${Token}` } }),
    );
    await hear(logIn(https, password, { headers: { Host: "attacker.example" } }));
    const passwd = await run(["passwd"], {
      args: ["--local", "--data-dir", dataDir],
      input: `${handedOver}\n`,
    });
    expect((await logIn(https, handedOver)).code).toBeUndefined();
    replies.push(passwd.stdout + passwd.stderr);
    const { pid } = served.child;
    processSeen = ["cmdline", "environ", "comm"]
      .map((file) => readFileSync(`/proc/${pid}/${file}`, "latin1"))
      .join();
    const { stdout, stderr } = await served.kill("SIGTERM");
    said = stdout + stderr;
    files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => ({ name, text: readFileSync(join(parentPath, name), "latin1") }));
  });

  const secrets = () => [CANARY, ...tokens];

  it("in an answer", () => {
    expect(replies.length).toBeGreaterThan(15);
    for (const reply of replies) for (const secret of secrets()) expect(reply).not.toContain(secret);
  });

  it("in the log, which records the same events", () => {
    expect(said).toContain("password change");
    expect(said).toContain("wrongPassword");
    for (const secret of secrets()) expect(said).not.toContain(secret);
  });

  it("in what ps and /proc show", () => {
    expect(processSeen).toContain("serve");
    for (const secret of secrets()) expect(processSeen).not.toContain(secret);
  });

  it("in the data directory, except the setting that the router was given to keep", () => {
    const store = files.find(({ name }) => name === "pilothouse.db")?.text ?? "";
    expect(store).toContain("$argon2id$");
    expect(store).toContain(`${CANARY}-setting`);
    for (const { text } of files)
      for (const secret of [password, guess, handedOver, ...tokens]) expect(text).not.toContain(secret);
  });
});
