import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as listen } from "node:net";
import { describe, expect, it } from "vitest";
import { Person } from "../command.js";
import { loggedIn, PASSWORD, startService } from "../service.js";

const sentence = (text: string) => expect(text).toMatch(/^pilothouse: [^\n]+\n$/);

describe("what can go wrong with a server", () => {
  it("is one sentence and 5 when nothing listens, or there is no answer", async () => {
    const person = new Person({ PILOTHOUSE_TOKEN: "x" });
    const { code, err } = await person.run(["info", "--url", "http://127.0.0.1:9/"]);
    expect(code).toBe(5);
    sentence(err);
    expect(err).toContain("http://127.0.0.1:9/ cannot be reached");
  });

  it("is 4 for a wrong password, which is not repeated", async () => {
    await using service = await startService();
    const { code, err } = await new Person({ PILOTHOUSE_PASSWORD: "not the one" }).run([
      "info",
      "--url",
      service.httpUrl,
    ]);
    expect(code).toBe(4);
    sentence(err);
    expect(err).not.toContain("not the one");
  });

  it("is 4 without a login, and 1 with the wait to come after too many wrong ones", async () => {
    await using service = await startService();
    const person = new Person();
    expect(await person.run(["info", "--url", service.httpUrl])).toMatchObject({ code: 4 });
    const tries = Array.from({ length: 10 }, (_, n) => login(service.httpUrl, `wrong ${n}`));
    await Promise.all(tries);
    const { code, err } = await person.run(["info", "--url", service.httpUrl], {
      env: { PILOTHOUSE_PASSWORD: PASSWORD },
    });
    expect(code).toBe(1);
    expect(err).toMatch(/too many failed logins.*try again in/);
  });

  it("is a sentence when something else answers", async () => {
    const server = createServer((_request, response) => response.end("<h1>It works!</h1>"));
    const url = await address(server);
    const { code, err } = await new Person({ PILOTHOUSE_TOKEN: "x" }).run(["echo", "hi", "--url", url]);
    server.close();
    expect(code).toBe(1);
    sentence(err);
    expect(err).toContain("does not answer as a server of this interface");
  });
});

describe("text of a server in an error", () => {
  it("cannot control the terminal or turn the direction of the line", async () => {
    const message = "no\u001b[2J \u202egnp.exe\u2066 \u0085end";
    const server = createServer((_request, response) =>
      response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code: -32000, message } })),
    );
    const url = await address(server);
    const { code, err } = await new Person({ PILOTHOUSE_TOKEN: "x" }).run(["echo", "hi", "--url", url]);
    server.close();
    expect(code).toBe(1);
    sentence(err);
    expect(err).toContain("gnp.exe");
    expect(err).not.toMatch(/[\u001b\u0085\u202e\u2066]/);
  });
});

describe("the prefix of an error", () => {
  it("is the same for a wrong command line and for everything else", async () => {
    const person = new Person();
    for (const args of [["info", "--nonsense"], ["net", "set"], ["nonsense"], ["info", "uptme"], ["info"]]) {
      const { code, err } = await person.run(args);
      expect(code, err).toBeGreaterThan(0);
      expect(err).toMatch(/^pilothouse: /);
      expect(err).not.toContain("error:");
    }
  });
});

describe("certificates", () => {
  it("without a known issuer are not accepted, and the message names login", async () => {
    await using service = await startService();
    const { code, err } = await new Person({ PILOTHOUSE_TOKEN: "x" }).run(["info", "--url", service.url]);
    expect(code).toBe(1);
    sentence(err);
    expect(err).toContain(`pilothouse login ${service.url}`);
  });

  it("are accepted when an authority that was named vouches for them", async () => {
    await using service = await startService();
    const person = new Person();
    const answer = await person.json(["login", service.url, "--ca", `${service.dataDir}/certificate.pem`], {
      env: { PILOTHOUSE_PASSWORD: PASSWORD },
    });
    expect(answer.ca).toBe(`${service.dataDir}/certificate.pem`);
    expect(await person.json(["info", "version"])).toHaveProperty("version");
  });

  it("that have changed are refused loudly, and nothing is sent", async () => {
    await using known = await startService();
    await using imposter = await startService();
    const person = new Person();
    await person.json(["login", known.url, "--fingerprint", known.fingerprint], {
      env: { PILOTHOUSE_PASSWORD: PASSWORD },
    });
    // The same address, and another server behind it.
    const profiles = JSON.parse(readFileSync(person.profilesFile, "utf8"));
    profiles.profiles["127.0.0.1"].url = imposter.url;
    writeFileSync(person.profilesFile, JSON.stringify(profiles));
    const { code, err } = await person.run(["info"]);
    expect(code).toBe(1);
    expect(err).toContain("THE CERTIFICATE OF THE SERVER HAS CHANGED");
    expect(err).toContain(`known      ${known.fingerprint}`);
    expect(err).toContain(`presented  ${imposter.fingerprint}`);
    const again = await person.run(["login"], { env: { PILOTHOUSE_PASSWORD: PASSWORD } });
    expect(again.code).toBe(1);
    expect(again.err).toContain("HAS CHANGED");
    const taken = await person.run(["login", imposter.url, "--fingerprint", imposter.fingerprint], {
      env: { PILOTHOUSE_PASSWORD: PASSWORD },
    });
    expect(taken.code).toBe(0);
  });
});

describe("wrong usage", () => {
  it.each([
    [["inof"], "Did you mean info?"],
    [["info", "--jsn"], "Did you mean --json?"],
    [["net", "get", "bw.inn"], "did you mean bw.in?"],
    [["rate", "bw.sendRate"], "period"],
    [["info", "-p", "nobody"], "there is no profile nobody"],
    [["info", "-p", "a", "--url", "https://127.0.0.1/"], "give one"],
  ])("%j exits with 2 and helps", async (args, help) => {
    const { code, out, err } = await new Person().run(args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(help);
  });

  it("before the first login says how to begin", async () => {
    const { code, err } = await new Person().run(["info"]);
    expect(code).toBe(4);
    expect(err).toContain("pilothouse login https://127.0.0.1:7650/");
  });
});

describe("being cut short", () => {
  it("is 130 by Ctrl-C while a server keeps silent", async () => {
    const silent = listen(() => {});
    await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
    const { port } = silent.address() as AddressInfo;
    const terminal = new Person({ PILOTHOUSE_TOKEN: "x" }).terminal([
      ...["echo", "hi", "--url", `http://127.0.0.1:${port}/`],
    ]);
    await new Promise((done) => silent.once("connection", done));
    terminal.type("\u0003");
    expect(await terminal.ended()).toBe(130);
    silent.close();
  });

  it("is not a failure when the reader of the output stops reading", async () => {
    await using service = await startService();
    const looks = "pilothouse watch --json --interval 200ms | head -n 2 | wc -l";
    const seen = await new Person(loggedIn(service)).bash(`set -o pipefail; ${looks}`);
    expect(seen).toEqual({ code: 0, out: "2\n", err: "" });
  });

  it.each([
    ["--help", 1],
    ["--version", 1],
    ["config", 1],
    ["nope", 2],
  ])("is told in a line when the output of %s cannot be written", async (command, code) => {
    const seen = await new Person().bash(`pilothouse ${command} > /dev/full`);
    const said =
      code === 1 ? "the output cannot be written: ENOSPC: no space left on device, write\n" : "unknown";
    expect(seen).toEqual({ code, out: "", err: expect.stringContaining(`pilothouse: ${said}`) });
    expect(seen.err).not.toContain(" at ");
    expect(await new Person().bash(`pilothouse ${command} > /dev/full 2> /dev/full`)).toMatchObject({ code });
  });
});

const address = async (server: Server): Promise<string> => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

const login = (url: string, Password: string) =>
  fetch(url, {
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "Authenticate", params: { API: 1, Password } }),
  });
