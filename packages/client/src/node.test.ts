import { describe, expect, it } from "vitest";
import { connect } from "./client.js";
import { memoryLink } from "./links/link.js";
import { FakeService } from "./testing/fake-service.js";

/** A hub that passes on what is called at the path of a node, with the path. */
function hub() {
  const places: (string | undefined)[] = [];
  const service = new FakeService({
    Echo: ({ Echo }) => ({ Result: Echo }),
    ServiceControl: () => ({ "svccontrol.password": null, SettingsSaved: true }),
  });
  const link = memoryLink((text, path) => {
    places.push(path);
    return service.answer(text);
  });
  return { places, service, client: connect(link, { password: "secret" }) };
}

describe("a client of a node behind a hub", () => {
  it("calls at the node's path, with the session of the hub", async () => {
    const { client, places } = hub();
    expect(await client.node("attic").echo("hello")).toBe("hello");
    expect(places).toEqual([undefined, "/nodes/attic/"]);
    expect(client.token).toBeDefined();
    expect(await client.node("a/../b").echo("x")).toBe("x");
    expect(places.at(-1)).toBe("/nodes/a%2F..%2Fb/");
    expect(await client.echo("x")).toBe("x");
    expect(places.at(-1)).toBeUndefined();
  });

  it("keeps the hub's session when it changes the node's password", async () => {
    const { client } = hub();
    const node = client.node("attic");
    await node.echo("");
    const { token } = client;
    expect(await node.changePassword("another good password")).toBe(true);
    expect(client.token).toBe(token);
  });
});
