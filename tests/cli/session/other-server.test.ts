import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Person } from "../command.js";
import { answering, OtherServer } from "./other-server.js";

const SECRET = { PILOTHOUSE_PASSWORD: "secret" };

describe("a server that is not ours", () => {
  it("is spoken to in its own names, which are found out once", async () => {
    await using server = await OtherServer.start({
      RouterInfo: answering({
        "i2p.router.status": "fine",
        "i2p.router.uptime": "5000",
        "i2p.router.version": "9",
      }),
    });
    const person = new Person();
    await person.json(["login", server.url, "-p", "java"], { env: SECRET });
    expect(JSON.parse(readFileSync(person.profilesFile, "utf8")).profiles.java.dialect).toBe("i2p");
    server.calls.length = 0;
    expect(await person.json(["info"])).toEqual({ status: "fine", uptime: 5_000, version: "9" });
    expect(server.calls).toEqual(["RouterInfo"]);
  });

  it("whose router has not answered yet is shown without a version", async () => {
    await using server = await OtherServer.start({
      RouterInfo: answering({ "i2p.router.status": "Unreachable", "i2p.router.version": "" }),
    });
    const { out } = await new Person(SECRET).run(["login", server.url]);
    expect(out).toMatch(/\. Router: Unreachable\n$/);
  });

  it("has no audit, and says so; one that has shows it", async () => {
    // As version 0.1.0 records it, which knew no names of sessions.
    const entry = {
      ...{ id: 7, at: 1_700_000_000_000, address: "::1", session: null },
      ...{ action: "restart\u001b[2J", outcome: "ok", details: [] },
    };
    await using server = await OtherServer.start();
    await using ours = await OtherServer.start({ "pilothouse.audit": () => ({ entries: [entry] }) });
    const person = new Person(SECRET);
    const none = await person.run(["audit", "--url", server.url]);
    expect(none).toMatchObject({ code: 1, out: "" });
    expect(none.err).toContain("has no audit");
    const { out } = await person.run(["audit", "--url", ours.url]);
    expect(out).toMatch(/^7\s+2023-11-14T22:13:20\.000Z\s+::1\s+restart.\[2J/m);
    expect(out).not.toContain("\u001b");
    expect(await person.json(["audit", "--url", ours.url, "--limit", "1"])).toMatchObject({
      entries: [entry],
    });
    expect(await person.run(["audit", "--url", ours.url, "--limit", "many"])).toMatchObject({ code: 2 });
  });

  it("gets its token back when the session belongs to no profile", async () => {
    await using server = await OtherServer.start({
      Echo: ({ Echo }) => ({ Result: Echo }),
      "pilothouse.logout": () => ({ Revoked: true }),
    });
    const person = new Person(SECRET);
    await person.json(["echo", "hello"], { env: { I2PCONTROL_URL: server.url } });
    expect(server.calls).toEqual(["Authenticate", "Echo", "pilothouse.logout"]);
    expect(await person.json(["profiles"])).toEqual([]);
  });

  it("that passes over an action has not done it", async () => {
    await using server = await OtherServer.start({ RouterManager: () => ({}) });
    const { code, err } = await new Person(SECRET).run(["restart", "--url", server.url]);
    expect(code).toBe(1);
    expect(err).toContain("does not do Restart");
  });

  it("that has one limit for both directions is seen to change the other one as well", async () => {
    let limit = "100";
    const key = (direction: string) => `i2p.router.net.bw.${direction}`;
    await using server = await OtherServer.start({
      NetworkSetting: (params) => {
        const given = params[key("in")] ?? params[key("out")];
        if (typeof given === "string") limit = given;
        const values = answering({ [key("in")]: limit, [key("out")]: limit })(params);
        return { ...values, SettingsSaved: typeof given === "string", RestartNeeded: false };
      },
    });
    const person = new Person(SECRET);
    const { code, out, err } = await person.run(["net", "set", "bw.in=330", "--url", server.url]);
    expect(code).toBe(0);
    expect(out).toMatch(/^bw\.in\s+100 KiB\/s\s+→\s+330 KiB\/s$/m);
    expect(out).toMatch(/^bw\.out\s+100 KiB\/s\s+→\s+330 KiB\/s$/m);
    expect(err).toContain("changed bw.out with it");
    expect(await person.json(["net", "set", "bw.in=331", "bw.out=331", "--url", server.url])).toMatchObject({
      before: { "bw.in": "330", "bw.out": "330" },
      after: { "bw.in": "331", "bw.out": "331" },
    });
  });

  it("that reports a needed restart is believed after advanced set", async () => {
    let restartNeeded = false;
    await using server = await OtherServer.start({
      AdvancedSettings: ({ set }) => {
        restartNeeded ||= set !== undefined;
        return set === undefined ? { getAll: { port: "1" } } : {};
      },
      "pilothouse.status": () => ({ phase: "running", restartNeeded }),
    });
    const person = new Person(SECRET);
    const { code, err } = await person.run(["advanced", "set", "port=2", "--url", server.url]);
    expect(code).toBe(0);
    expect(err).toMatch(
      /Written\.\nRestart the router to apply saved settings: \S+pilothouse restart --graceful\n/,
    );
    expect(await person.json(["advanced", "set", "port=3", "--url", server.url])).toMatchObject({
      written: true,
      restartNeeded: true,
    });
  });

  it("is back from a restart when it asks for a login again", async () => {
    await using server = await OtherServer.start({
      RouterInfo: answering({ "i2p.router.status": "fine", "i2p.router.uptime": 60_000 }),
      RouterManager: () => {
        setTimeout(async () => {
          await server.close();
          setTimeout(() => server.open(), 1_500);
        }, 100);
        return { Restart: null };
      },
    });
    const person = new Person();
    await person.json(["login", server.url], { env: SECRET });
    expect(await person.json(["restart", "--wait"])).toMatchObject({ action: "restart", over: true });
    expect(await person.run(["info"])).toMatchObject({ code: 4 });
  });

  it("has shut down when it is gone", async () => {
    await using server = await OtherServer.start({
      RouterInfo: answering({ "i2p.router.status": "fine", "i2p.router.uptime": 60_000 }),
      RouterManager: () => {
        setTimeout(() => server.close(), 100);
        return { Shutdown: null };
      },
    });
    const person = new Person();
    await person.json(["login", server.url], { env: SECRET });
    expect(await person.json(["shutdown", "--wait", "--yes"])).toMatchObject({ over: true });
    expect(await person.run(["info"])).toMatchObject({ code: 5 });
  });

  it("with the factory password is warned of where the server does not insist on a change", async () => {
    await using server = await OtherServer.start({}, "itoopie");
    const { code, err } = await new Person().run(["login", server.url], {
      env: { PILOTHOUSE_PASSWORD: "itoopie" },
    });
    expect(code).toBe(0);
    expect(err).toContain("factory password, which everyone knows");
  });

  it("gets a warning about plain http over the network, but not on this machine", async () => {
    await using server = await OtherServer.start();
    const near = await new Person(SECRET).run(["login", server.url]);
    expect(near).toMatchObject({ code: 0, err: "" });
    // Every address of this machine, so other machines may be able to listen in.
    const far = await new Person(SECRET).run(["login", server.url.replace("127.0.0.1", "0.0.0.0")]);
    expect(far.code).toBe(0);
    expect(far.err).toContain("crosses the network in the clear");
  });

  it("that is gone is still logged out of here", async () => {
    await using server = await OtherServer.start();
    const person = new Person();
    await person.json(["login", server.url], { env: SECRET });
    await server.close();
    expect(await person.run(["logout"])).toMatchObject({ code: 5 });
    expect(await person.json(["profiles"])).toMatchObject([{ loggedIn: false }]);
  });

  it("that has no TLS gets an error that says so", async () => {
    await using server = await OtherServer.start();
    const { code, err } = await new Person(SECRET).run(["login", server.url.replace("http:", "https:")]);
    expect(code).toBe(1);
    expect(err).toContain("is its address perhaps http?");
  });
});
