import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CHECKS } from "../checks/index.js";
import type { Behaviour, Reply, Request } from "../reference/behaviour.js";
import { METHODS } from "../reference/methods.js";
import { print, RIGHT } from "../reference/right.js";
import type { ReferenceServer } from "../reference/server.js";
import { Runner } from "../run/runner.js";
import { command, served } from "./command.js";
import { targetOf } from "./judging.js";
import { MUTANTS } from "./mutants/index.js";
import { temporary } from "./process.js";

/** Whatever piece of a secret is shown has this word in it. */
const PLANTED = /planted/i;
const PASSWORD = 'planted "wörd"/planted & planted';

/** A server that tells all it knows, in its own way. */
type Leak = (text: string, request: Request) => Partial<Reply>;
const LEAKS: { readonly [how: string]: Partial<Behaviour> | Leak } = {
  "in errors and beside results": (text, request) => ({ more: text, asked: request }),
  "as the result": (text) => ({ result: text }),
  "in messages": (text, request) => ({
    result: undefined,
    error: { code: -32603, message: `${request.method}: ${text}`, data: request.params },
  }),
  "under other names": (_text, { params }) => ({
    result: { access_token: (params as { Token?: string })?.Token, list: [{ params }] },
  }),
  "in text that is no JSON": { print: (reply, request) => `<p>${print(reply)} ${print(request)}</p>` },
  "in JSON with a fault": {
    print: (reply, request) => `{"asked":${print(request)},"reply":${print(reply)},}`,
  },
  "in the head of replies": {
    write: (response, wire, request, sent) => {
      const where = `/?${encodeURIComponent(sent)}&${encodeURIComponent(wire.body.toString())}`;
      const headers = { ...wire.headers, Location: where, "Access-Control-Allow-Origin": `* ${where}` };
      RIGHT.write(response, { ...wire, status: 307, headers }, request, sent);
    },
  },
  "in place of HTTP": {
    write: (response, wire, _request, sent) =>
      void response.socket?.end(`HTTP/1.1 ${encodeURIComponent(sent)} ${wire.body}\r\n\r\n`),
  },
};

/** What opens a run works, so that everything is asked; everything else leaks. */
async function leaking(leak: Partial<Behaviour> | Leak) {
  const seen = new Set<string>();
  let count = 0;
  const isSpared = (sent: string) =>
    sent.includes('"RouterInfo"') ||
    sent.endsWith('"params":{}}') ||
    (sent.includes('"Authenticate"') && sent.includes('"API":1,'));
  const mine: Partial<Behaviour> =
    typeof leak === "function"
      ? {
          reply: (reply, request) =>
            isSpared(print(request)) ? reply : { ...reply, ...leak(print(request), request) },
        }
      : leak;
  const server: ReferenceServer = await served(
    {},
    {
      password: PASSWORD,
      behaviour: {
        ...mine,
        methods: {
          ...METHODS,
          // The factory password is taken as well: the token that it gives is one like any other.
          Authenticate: (params, state) => {
            const isFactory = params["Password"] === "itoopie";
            const given = isFactory ? { ...params, Password: state.password } : params;
            const { Token: made, ...result } = METHODS.Authenticate(given, state);
            const token = `planted-${++count}-planted-${String(made).slice(0, 8)}-planted`;
            state.tokens.set(token, Date.now() + 3_600_000);
            return { ...result, Token: token };
          },
        },
        ...(mine.write === undefined
          ? {}
          : {
              write: (response, wire, request, sent) =>
                (isSpared(sent) ? RIGHT.write : (mine.write ?? RIGHT.write))(response, wire, request, sent),
            }),
        ...(mine.print === undefined
          ? {}
          : {
              print: (reply, request) =>
                isSpared(print(request)) ? print(reply) : (mine.print ?? RIGHT.print)(reply, request),
            }),
      },
      onRequest: (_request, body) => {
        for (const [, value] of body.matchAll(/"(?:Password|svccontrol\.password)":"([^"\\]{5,})"/g))
          if (value !== undefined && value !== "itoopie") seen.add(value);
      },
    },
  );
  return { server, seen };
}

const ONLY =
  "auth,service,security,http.g,http.put,envelope.id,envelope.body,advanced.set,info.only,envelope.reply";
const ALLOW = ["--allow-password-change", "--allow-restart"];

/** The texts of all files below a directory. */
const texts = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));

describe("No output holds a password or a token", () => {
  it.each(Object.entries(LEAKS))("of a server that shows them %s", async (_how, leak) => {
    const { server, seen } = await leaking(leak);
    const dir = temporary();
    const file = (name: string) => join(dir, name);
    const asked = [server.url, "--only", ONLY, ...ALLOW, "--timeout", "60", "--settle", "0.05"];
    const outputs = ["--json", file("a.json"), "--junit", file("a.xml"), "--html", file("a.html")];
    const own = await command(...asked, "--password", PASSWORD, ...outputs, "--badges", file("badges"));
    expect(own.code, own.err).toBe(1);
    const shared = await command(
      "matrix",
      file("a.json"),
      "--html",
      file("m.html"),
      "--markdown",
      file("m.md"),
    );
    const shown = [own.out, own.err, shared.out, ...texts(dir)];
    expect(shown.join("").length).toBeGreaterThan(50_000);
    expect(seen.size).toBeGreaterThan(1);
    for (const text of shown) {
      expect(text.match(PLANTED)?.input?.match(/.{0,200}planted.{0,100}/i)?.[0]).toBeUndefined();
      for (const secret of seen) expect(text).not.toContain(secret);
    }
  });

  it("in the results of a run", async () => {
    const { server } = await leaking(LEAKS["as the result"] ?? {});
    const checks = CHECKS.filter(({ id }) => /^(auth|security\.factory|service\.echo)/.test(id));
    const { results } = await new Runner(targetOf(server), checks).run();
    expect(JSON.stringify(results)).toContain("security.factory");
    expect(JSON.stringify(results)).not.toMatch(PLANTED);
  });

  it("nor the settings of the router, under whatever name they come", async () => {
    const wrong = await served({
      methods: {
        ...METHODS,
        AdvancedSettings: (params, state) => {
          state.settings.set("console.key", "planted-key");
          const all = Object.fromEntries(state.settings);
          return {
            ...METHODS.AdvancedSettings({ getAll: "", ...("set" in params ? params : {}) }, state),
            getall: all,
            note: "planted",
          };
        },
      },
    });
    const { code, out } = await command(wrong.url, "--profile", "advanced");
    expect(code).toBe(1);
    expect(out).toContain("advanced.case.getall");
    expect(out).not.toMatch(PLANTED);
  });
});

describe("A report about a server that shows private keys", () => {
  it("says where they are, and does not repeat them", async () => {
    const fault = MUTANTS.find(({ id }) => id === "tunnels-private-key")?.fault;
    const file = join(temporary(), "report.json");
    const shows: Partial<Behaviour> = {
      ...fault,
      reply: (reply) => (print(reply).includes("rawConfig") ? { ...reply, result: [reply.result] } : reply),
    };
    const { url } = await served(shows);
    await command(url, "--only", "tunnels.get,tunnels.reply", "--json", file);
    const text = readFileSync(file, "utf8");
    expect(text).toContain("localDestination is a destination with its private keys");
    expect(text).toContain("$PRIVATE_KEY");
    expect(text).not.toContain("xxxx");
  });
});
