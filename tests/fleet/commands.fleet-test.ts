import { readFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it } from "vitest";
import { Person } from "../cli/command.js";
import { serve } from "../cli/served.js";
import { Hub, Node, until } from "./support/fleet.js";

it("join, membership and leave use the socket in the data directory; leave also works without the service", async () => {
  const hub = await Hub.start();
  const person = new Person();
  const dir = ["--data-dir", join(scratch(), "data")];
  const [, dataDir = ""] = dir;
  const never = await person.run(["leave", ...dir]);
  expect(never).toMatchObject({ code: 1, out: "" });
  expect(never.err).toContain(`there is no store in ${dataDir}, so no service has run there`);
  const absent = await person.run(["join", "ph1_x", ...dir]);
  expect(absent.code).toBe(5);
  expect(absent.err).toContain("no service of yours runs in");

  const service = await serve(person, dir);
  const bad = await person.run(["join", "ph1_x", ...dir]);
  expect(bad).toMatchObject({ code: 1 });
  expect(bad.err).toContain("token is not an invitation to a fleet, or was not copied whole");
  expect((await person.run(["membership", ...dir])).out).toBe("The service belongs to no fleet.\n");
  expect((await person.run(["leave", ...dir])).out).toBe("The service belongs to no fleet.\n");

  const token = await hub.invite({ uses: 2 });
  const joined = await person.run(["join", "-", ...dir, "--name", "router-1", "--json"], {
    input: `${token}\n`,
  });
  expect(joined).toMatchObject({ code: 0, err: "" });
  const { key, ...status } = JSON.parse(joined.out);
  expect(status).toMatchObject({ state: "connected", name: "router-1", addresses: hub.bus.addresses });
  const { out } = await person.run(["membership", ...dir]);
  const [, instance] = /instance ([\w-]{12})\.\n$/.exec(out) ?? [];
  expect(out).toBe(
    `The service belongs to a fleet, as router-1, and is connected to ${hub.bus.addresses}.\nThe hub knows this run of the service as the instance ${instance}.\n`,
  );
  expect((await person.run(["doctor", ...dir])).out).toMatch(/fleet +it belongs to one as router-1/);
  // The token is a secret, and is not in the audit record.
  const said = JSON.stringify(await hub.call(key, "pilothouse.audit"));
  expect(said).toContain("join a fleet");
  expect(said).not.toContain(token.slice(0, 20));

  await service.stop();
  expect((await person.run(["leave", ...dir])).out).toBe(
    "The service has left the fleet.\nThe hub was not informed, and may still list the node router-1. Remove it there, unless another machine uses its key: pilothouse fleet remove router-1\n",
  );
  const again = await serve(person, dir);
  expect(JSON.parse((await person.run(["membership", ...dir, "--json"])).out)).toMatchObject({
    state: "none",
  });
  expect((await person.run(["join", token, ...dir, "--name", "router-2"])).code).toBe(0);
  expect((await hub.state.list("node/")).size).toBe(2);
  expect((await person.run(["leave", ...dir])).out).toBe("The service has left the fleet.\n");
  await until("the hub knows", async () => (await hub.state.list("node/")).size === 1);
  await again.stop();
  expect(readFileSync(join(dataDir, "pilothouse.db"), "latin1")).not.toContain("ph1_");
});

it("join says why a node that is named for its machine has a number", async () => {
  const hub = await Hub.start();
  const person = new Person();
  const dir = ["--data-dir", join(scratch(), "data")];
  await serve(person, dir);
  const [first, token] = [await Node.start(), await hub.invite({ uses: 2 })];
  expect((await first.join(token)).result).toMatchObject({ state: "connected" });
  const name = first.fleet.status().name;
  expect((await person.run(["join", token, ...dir])).out).toContain(
    `\nAnother node of the fleet is called ${name}. To give this one a name of your choice, at the hub: pilothouse fleet rename ${name}-2 NAME\n`,
  );
});
