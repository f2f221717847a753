import fc from "fast-check";
import { OPERATOR } from "../port/system.js";
import {
  loggedIn,
  loggedOut,
  othersRevoked,
  passwordChanged,
  peopleIn,
  programNamed,
  renamed,
  revoked,
  SCOPES,
  SESSION_LIFE,
} from "../spec/access.js";
import { CODES, refused, stored } from "../spec/model.js";
import { holds } from "../world/broken.js";
import { SENTENCES } from "../world/sentences.js";
import type { World } from "../world/world.js";
import { who } from "./chosen.js";
import { command } from "./command.js";

const PASSWORDS = ["the first password", "another password", "a third password"] as const;
const NAMES = ["reader", "script", "panel"] as const;
const DAY = 86_400_000;
const MINUTE = 60_000;
/** So many in a minute have an entry each; of the others the audit has the number. */
const TOO_MANY = 10;

/** The newest entries of the audit. */
async function lastEntries({ system }: World) {
  const { result } = await system.call("pilothouse.audit", { limit: 4 }, OPERATOR);
  const entries = (result?.["entries"] ?? []) as readonly {
    readonly id: number;
    readonly code: string;
    readonly outcome: string;
  }[];
  return { entries, newest: entries[0]?.id ?? 0 };
}

/** The id of the session that a token is of. */
async function ownId({ system }: World, token: string): Promise<string> {
  const { result, text } = await system.call("pilothouse.sessions", {}, token);
  const sessions = (result?.["sessions"] ?? []) as readonly {
    readonly id: string;
    readonly current: boolean;
  }[];
  const own = sessions.find(({ current }) => current);
  holds(own !== undefined, SENTENCES.answer, () => `who just logged in is not in ${text}`);
  return own?.id ?? "";
}

export const ACCESS = [
  command({
    name: "log in",
    methods: ["Authenticate"],
    weight: 12,
    given: fc.constant({}),
    async run(world) {
      const { password } = world.state;
      const answer = await world.ask(
        "operator",
        "read",
        "Authenticate",
        { API: 1, Password: password },
        (state) => stored(state, state),
      );
      const token = answer?.result?.["Token"];
      if (token === undefined) return;
      const id = await ownId(world, String(token));
      const holder = { token: String(token), kind: "person", id, name: "", scope: "all" } as const;
      await world.becomes((state) => loggedIn(state, holder, SESSION_LIFE));
    },
  }),
  command({
    name: "log in with a wrong password",
    methods: ["Authenticate"],
    given: fc.constant({}),
    async run(world) {
      const { newest } = await lastEntries(world);
      const answer = await world.call("operator", "Authenticate", { API: 1, Password: "not the password" });
      world.foretold(answer, refused(world.state, CODES.wrongPassword), "Authenticate");
      world.failedLogins.push(world.system.ticks());
      const isOneOfMany =
        world.failedLogins.filter((at) => world.system.ticks() - at < MINUTE).length > TOO_MANY;
      if (isOneOfMany || world.state.diskFull) return;
      // Nobody waits for it, but it is there soon.
      for (const end = world.system.ticks() + world.system.lag; ; await world.system.pass(200)) {
        await world.system.settled();
        const { entries } = await lastEntries(world);
        const isThere = entries.some(
          ({ id, code, outcome }) => id > newest && code === "login" && outcome === "wrongPassword",
        );
        if (isThere) return;
        const isSoon = world.system.ticks() < end;
        holds(isSoon, SENTENCES.failedLogin, () => `the audit has ${JSON.stringify(entries)}`);
      }
    },
  }),
  command({
    name: "call without access",
    methods: ["Echo"],
    given: fc.record({ who: fc.constantFrom("nobody" as const, "forger" as const) }),
    async run(world, given) {
      await world.ask(given.who, "read", "Echo", { Echo: "x" });
    },
  }),
  command({
    name: "echo",
    methods: ["Echo"],
    given: fc.record({ who }),
    async run(world, given) {
      await world.ask(world.who(given.who), "read", "Echo", { Echo: "x" });
    },
  }),
  command({
    name: "make a token",
    methods: ["pilothouse.createToken"],
    weight: 8,
    given: fc.record({
      who,
      name: fc.constantFrom(...NAMES),
      scope: fc.constantFrom(...SCOPES),
      days: fc.constantFrom(0.01, 1, 90),
    }),
    async run(world, given) {
      const { name, scope, days } = given;
      const lifetime = days * DAY;
      const answer = await world.ask(
        world.who(given.who),
        "all",
        "pilothouse.createToken",
        { name, scope, lifetime },
        (state) => (programNamed(state, name) ? refused(state, CODES.invalidParams) : stored(state, state)),
      );
      const token = answer?.result?.["Token"];
      if (token === undefined) return;
      const holder = { token: String(token), kind: "program", name, scope } as const;
      await world.becomes((state) => loggedIn(state, holder, lifetime));
    },
  }),
  command({
    name: "revoke a token",
    methods: ["pilothouse.tokens"],
    weight: 8,
    given: fc.record({ who, name: fc.constantFrom(...NAMES) }),
    async run(world, given) {
      const { name } = given;
      await world.ask(world.who(given.who), "all", "pilothouse.tokens", { revoke: name }, (state) => {
        const found = programNamed(state, name);
        return found === undefined ? refused(state, CODES.invalidParams) : revoked(state, found);
      });
    },
  }),
  command({
    name: "log out",
    methods: ["pilothouse.logout"],
    given: fc.record({ who }),
    async run(world, given) {
      const caller = world.who(given.who);
      if (caller === "operator") return;
      const ask = typeof caller === "object" && caller.at === "hub" ? world.askHub : world.ask;
      // A person may always do so.
      const scope = typeof caller === "object" && caller.kind === "person" ? "read" : "all";
      await ask.call(world, caller, scope, "pilothouse.logout", {}, (state) =>
        typeof caller === "object" ? loggedOut(state, caller) : { state },
      );
    },
  }),
  command({
    name: "revoke all other sessions",
    methods: ["pilothouse.sessions"],
    given: fc.record({ who }),
    async run(world, given) {
      const caller = world.who(given.who);
      await world.ask(caller, "all", "pilothouse.sessions", { revokeOthers: true }, (state) =>
        othersRevoked(state, caller),
      );
    },
  }),
  command({
    name: "end or rename a session",
    methods: ["pilothouse.sessions"],
    weight: 6,
    given: fc.record({ who, n: fc.nat(3), name: fc.option(fc.constantFrom("at home", "Büro")) }),
    async run(world, { who: n, n: which, name }) {
      const found = peopleIn(world.state)[which];
      const id = found?.id ?? "no-such-id";
      const params = name === null ? { revoke: id } : { rename: id, name };
      await world.ask(world.who(n), "all", "pilothouse.sessions", params, (state) => {
        if (found === undefined) return refused(state, CODES.invalidParams);
        return name === null ? revoked(state, found) : renamed(state, found, name);
      });
    },
  }),
  command({
    name: "change the password",
    methods: ["ServiceControl", "pilothouse.password"],
    given: fc.record({
      who,
      password: fc.constantFrom(...PASSWORDS),
      keepTokens: fc.boolean(),
      own: fc.boolean(),
    }),
    async run(world, { who: n, password, keepTokens, own }) {
      if (own)
        await world.ask(
          world.who(n),
          "all",
          "pilothouse.password",
          { password, keepTokens, current: world.state.password },
          (state) => passwordChanged(state, password, keepTokens),
        );
      else
        await world.ask(world.who(n), "all", "ServiceControl", { "svccontrol.password": password }, (state) =>
          passwordChanged(state, password, false),
        );
    },
  }),
];
