import fc from "fast-check";
import { SCOPES } from "../../spec/access.js";
import {
  accountPut,
  accountRemoved,
  givenAtHub,
  HUB_TOKEN_LIFE,
  hubProgramNamed,
  hubTokenRevoked,
  ROLES,
  type Role,
} from "../../spec/hub.js";
import { CODES, refused } from "../../spec/model.js";
import { who } from "../chosen.js";
import { command } from "../command.js";

const PEOPLE = ["anna", "bert"] as const;
const PROGRAMS = ["panel", "script"] as const;
const role = fc.constantFrom(...(Object.keys(ROLES) as Role[]));

/** Who has access to a hub. */
export const HUB_ACCESS = [
  command({
    name: "make or change an account of the hub, and log in",
    needs: "hub",
    given: fc.record({ who, name: fc.constantFrom(...PEOPLE), role }),
    async run(world, given) {
      const { name } = given;
      const password = `the password of ${name}`;
      const made = await world.askHub(
        world.who(given.who),
        "all",
        "fleet.operators",
        { name, role: given.role, password },
        (state) => ({ state: accountPut(state, name, given.role) }),
      );
      if (made === undefined) return;
      const params = { API: 1, User: name, Password: password };
      const answer = await world.askHub("operator", "read", "Authenticate", params);
      const token = String(answer?.result?.["Token"]);
      world.state = givenAtHub(world.state, { token, kind: "person", name, scope: ROLES[given.role] });
    },
  }),
  command({
    name: "remove an account of the hub",
    needs: "hub",
    given: fc.record({ who, name: fc.constantFrom(...PEOPLE) }),
    async run(world, { who: n, name }) {
      await world.askHub(world.who(n), "all", "fleet.operators", { name, remove: true }, (state) =>
        accountRemoved(state, name),
      );
    },
  }),
  command({
    name: "make a token of the hub",
    needs: "hub",
    given: fc.record({ name: fc.constantFrom(...PROGRAMS), scope: fc.constantFrom(...SCOPES) }),
    async run(world, { name, scope }) {
      const params = { name, scope, lifetime: HUB_TOKEN_LIFE };
      const answer = await world.askHub("operator", "all", "pilothouse.createToken", params, (state) =>
        hubProgramNamed(state, name) ? refused(state, CODES.invalidParams) : { state },
      );
      const token = answer?.result?.["Token"];
      if (token === undefined) return;
      world.state = givenAtHub(world.state, { token: String(token), kind: "program", name, scope });
    },
  }),
  command({
    name: "revoke a token of the hub",
    needs: "hub",
    given: fc.record({ who, name: fc.constantFrom(...PROGRAMS) }),
    async run(world, { who: n, name }) {
      await world.askHub(world.who(n), "all", "pilothouse.tokens", { revoke: name }, (state) =>
        hubTokenRevoked(state, name),
      );
    },
  }),
];
