import fc from "fast-check";
import { SCOPES, sees } from "../../spec/access.js";
import {
  accountPut,
  accountRemoved,
  givenAtHub,
  HUB_TOKEN_LIFE,
  hubProgramNamed,
  hubTokenRevoked,
  labelled,
  ROLES,
  type Role,
} from "../../spec/hub.js";
import { CODES, refused } from "../../spec/model.js";
import { who } from "../chosen.js";
import { command } from "../command.js";

const PEOPLE = ["anna", "bert"] as const;
const PROGRAMS = ["panel", "script"] as const;
const role = fc.constantFrom(...(Object.keys(ROLES) as Role[]));
const site = fc.constantFrom(undefined, undefined, "ams");

/** Who has access to a hub. */
export const HUB_ACCESS = [
  command({
    name: "make or change an account of the hub, and log in",
    needs: "hub",
    given: fc.record({ who, name: fc.constantFrom(...PEOPLE), role, site }),
    async run(world, given) {
      const { name, role: wanted, site: limit } = given;
      const account = { role: wanted, site: limit };
      const password = `the password of ${name}`;
      const made = await world.askHub(
        world.who(given.who),
        "all",
        "fleet.operators",
        { name, role: wanted, password, labels: limit === undefined ? {} : { site: limit } },
        (state) => ({ state: accountPut(state, name, account) }),
      );
      if (made === undefined) return;
      const params = { API: 1, User: name, Password: password };
      const answer = await world.askHub("operator", "read", "Authenticate", params);
      const token = String(answer?.result?.["Token"]);
      const scope = ROLES[wanted];
      world.state = givenAtHub(world.state, { token, kind: "person", name, scope, site: limit });
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
    name: "label the node at the hub",
    needs: "hub",
    weight: 6,
    given: fc.record({ who, site: fc.constantFrom(undefined, "ams", "ams", "fra") }),
    async run(world, { who: n, site: next }) {
      const caller = world.who(n);
      const params = { node: world.system.hub?.node, labels: { site: next ?? null } };
      await world.askHub(caller, "settings", "fleet.label", params, (state) => {
        const isSeen = typeof caller !== "object" || sees(state, caller);
        return isSeen ? labelled(state, caller, next) : refused(state, CODES.invalidParams);
      });
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
