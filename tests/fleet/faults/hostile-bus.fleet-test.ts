import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Msg, NatsConnection } from "@nats-io/nats-core";
import { certificateFiles, Store } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it, onTestFinished } from "vitest";
import type { NodeRecord } from "../../../packages/fleet/src/joining/node-record.js";
import { openFleetKeys, userOf } from "../../../packages/fleet/src/keys/fleet-keys.js";
import { makeNKey, type NKey } from "../../../packages/fleet/src/keys/nkey.js";
import { sign } from "../../../packages/fleet/src/keys/signed-text.js";
import { dial } from "../../../packages/fleet/src/link/dial.js";
import { NodeStore } from "../../../packages/fleet/src/node/node-store.js";
import { changeDocument } from "../../../packages/fleet/src/state/documents.js";
import { Hub, Node, until } from "../support/fleet.js";

const HOUR = 3_600_000;

/** An attacker who controls the bus: reads everything, and sends anything under any name. */
async function attacker({ dir, bus }: Hub): Promise<NatsConnection> {
  const { key, jwt } = userOf(openFleetKeys(dir).account, "attacker");
  const certificate = readFileSync(certificateFiles(join(dir, "bus")).certFile, "utf8");
  const connection = await dial({
    ...{ addresses: bus.addresses, login: { key, jwt }, trust: { certificate }, name: "attacker" },
  });
  onTestFinished(() => connection.close());
  return connection;
}

/** Everything that is sent on a subject from now on. */
async function overheard(connection: NatsConnection, subject: string): Promise<Msg[]> {
  const heard: Msg[] = [];
  connection.subscribe(subject, { callback: (_error, message) => void heard.push(message) });
  await connection.flush();
  return heard;
}

/** A node that the hub has heard, so that calls need not ask first who is there. */
async function joined(hub: Hub, name: string, more: Parameters<typeof Node.start>[0] = {}): Promise<Node> {
  const node = await Node.start(more);
  expect((await node.join(await hub.invite(), name)).result).toMatchObject({ state: "connected" });
  await until("the hub hears it", () => hub.reports.has(node.key));
  return node;
}

const bandwidth = async (node: Node): Promise<string> =>
  (await node.ask("NetworkSetting", { "svc.router.net.bw.in": null })).result["svc.router.net.bw.in"];

const setBandwidth = (hub: Hub, { key }: Node, value: string) =>
  hub.call(key, "NetworkSetting", { "svc.router.net.bw.in": value });

const text = (value: string) =>
  JSON.stringify({
    ...{ jsonrpc: "2.0", id: 1, method: "NetworkSetting" },
    params: { "svc.router.net.bw.in": value },
  });

/** Waits until the node's audit record has a refusal for this reason. */
const recorded = (node: Node, why: string) =>
  until(`on record: ${why}`, async () =>
    (await node.ask("pilothouse.audit", { limit: 50 })).result.entries.some(
      ({ action, outcome, address }: Record<string, string>) =>
        action?.includes(why) && outcome === "refused" && address === "fleet",
    ),
  );

describe("A compromised bus", () => {
  it("cannot repeat a command, not even after the node was restarted", async () => {
    const hub = await Hub.start();
    const evil = await attacker(hub);
    const node = await joined(hub, "router-1");
    const commands = await overheard(evil, "ph.call.*");
    await setBandwidth(hub, node, "77");
    await setBandwidth(hub, node, "88");
    const [first] = commands as [Msg];
    evil.publish(first.subject, first.data);
    await recorded(node, "it was carried out before");
    expect(await bandwidth(node)).toBe("88");
    await node.close();
    const again = await Node.start({ dir: node.dir });
    await until("it is back", () => again.fleet.status().state === "connected");
    await evil.request(first.subject, first.data, { timeout: 120_000 });
    await recorded(again, "it is for another run of this node's service");
    expect(await bandwidth(again)).toBe("88");
  });

  it("cannot send a command to another node, change one, or make one", async () => {
    const hub = await Hub.start();
    const evil = await attacker(hub);
    const [one, other] = await Promise.all([joined(hub, "one"), joined(hub, "other")]);
    const before = await bandwidth(other);
    const commands = await overheard(evil, "ph.call.*");
    await setBandwidth(hub, one, "77");
    const [seen] = commands as [Msg];
    const subject = `ph.call.${other.key}`;
    evil.publish(subject, seen.data);
    await recorded(other, "it is for another node");
    for (let at = 0; at < seen.data.length; at += 7) {
      const changed = Buffer.from(seen.data);
      changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at);
      evil.publish(subject, changed);
      evil.publish(`ph.call.${one.key}`, changed);
    }
    evil.publish(subject, Buffer.alloc(0));
    const now = Date.now();
    const own = {
      ...{ fleet: hub.bus.fleet, node: other.key, text: text("99"), by: "mallory", scope: "all" },
      ...{ hub: "h", number: now, issued: now, expires: now + HOUR, nonce: "n" },
    };
    for (const key of [makeNKey("operator"), openFleetKeys(hub.dir).account])
      evil.publish(subject, sign("command", JSON.stringify(own), key));
    // A text that the fleet signed for another purpose is not accepted as a command either.
    evil.publish(subject, sign("notice", JSON.stringify(own), openFleetKeys(hub.dir).operator));
    await recorded(other, "the fleet has not signed it");
    await recorded(one, "the fleet has not signed it");
    // Both still answer their hub, so everything before this was handled.
    expect((await hub.call(other.key, "Echo", { Echo: "x" })).result).toEqual({ Result: "x" });
    expect((await hub.call(one.key, "Echo", { Echo: "x" })).result).toEqual({ Result: "x" });
    expect([await bandwidth(one), await bandwidth(other)]).toEqual(["77", before]);
  });

  it("cannot hold a command back and deliver it after a newer one, or after the hub has given up", async () => {
    let now = Date.now();
    const hub = await Hub.start();
    const node = await joined(hub, "router-1", { clock: { now: () => now, ticks: () => Date.now() } });
    const evil = await attacker(hub);
    const commands = await overheard(evil, "ph.call.*");
    await setBandwidth(hub, node, "55");
    const [seen] = commands as [Msg];
    // As the hub signs them: one that the bus holds back, and one after it that it delivers.
    const signed = JSON.parse(Buffer.from(seen.data.subarray(64)).toString());
    const held = (more: object) =>
      sign(
        "command",
        JSON.stringify({ ...signed, text: text("66"), ...more }),
        openFleetKeys(hub.dir).operator,
      );
    await setBandwidth(hub, node, "77");
    const deliver = (data: Buffer) => evil.request(seen.subject, data, { timeout: 120_000 });
    await deliver(held({ nonce: "held", number: signed.number + 1 }));
    await recorded(node, "a newer order of the hub was already taken");
    now += 60_000;
    await deliver(held({ nonce: "late", number: signed.number + 1e9 }));
    await recorded(node, "it was delivered late");
    expect(await bandwidth(node)).toBe("77");
    // The clock of the node has changed by a minute: that does not keep the hub from its node.
    expect((await setBandwidth(hub, node, "88")).result).toMatchObject({ SettingsSaved: true });
  });

  it("cannot show a node that is gone as online with reports that it has kept", async () => {
    const dir = scratch();
    const hub = await Hub.start({ dir });
    const node = await joined(hub, "router-1");
    const reports = await overheard(await attacker(hub), "ph.report.*");
    await setBandwidth(hub, node, "77");
    await until("it has reported", () => reports.length > 0 && hub.reports.has(node.key));
    const { key } = node;
    await node.close();
    const [address = ""] = hub.bus.addresses;
    await hub.close();
    const again = await Hub.start({ dir, port: Number(new URL(address).port) });
    const alive = await joined(again, "router-2");
    const evil = await attacker(again);
    for (const { subject, data } of reports) evil.publish(subject, data);
    await evil.flush();
    await until("the hub hears reports", () => again.reports.has(alive.key));
    // What came before that was handled.
    await setBandwidth(again, alive, "77");
    const heard = again.reports.get(alive.key)?.length ?? 0;
    await until("the hub hears more", () => (again.reports.get(alive.key)?.length ?? 0) > heard);
    expect(again.reports.has(key)).toBe(false);
  });

  it("cannot answer for a node, and cannot make or repeat its reports", async () => {
    const hub = await Hub.start();
    const evil = await attacker(hub);
    const node = await joined(hub, "router-1");
    const commands = await overheard(evil, "ph.call.*");
    const reports = await overheard(evil, "ph.report.*");
    await setBandwidth(hub, node, "77");
    await until("it has reported", () => reports.length > 0);
    const subject = `ph.report.${node.key}`;
    const [report] = reports as [Msg];
    await until("the hub has heard it", () => (hub.reports.get(node.key)?.length ?? 0) > 0);
    const forged = Buffer.from(report.data);
    forged.writeUInt8((forged.readUInt8(40) + 1) % 256, 40);
    const reported = hub.reports.get(node.key)?.map(({ at }) => at) ?? [];
    for (const data of [report.data, forged, Buffer.from("{}"), Buffer.alloc(0)]) evil.publish(subject, data);
    await evil.flush();
    // The node is away, and the attacker answers in its place with a forged answer.
    await node.close();
    const { key } = { key: commands[0]?.subject.slice("ph.call.".length) ?? "" };
    evil.subscribe(`ph.call.${key}`, {
      callback: (_error, message) => {
        const answer = { nonce: "n", text: '{"jsonrpc":"2.0","id":1,"result":{}}', at: Date.now() };
        message.respond(sign("answer", JSON.stringify(answer), makeNKey("user")));
      },
    });
    await evil.flush();
    await expect(hub.call(key, "Echo", { Echo: "x" }, {}, 500)).rejects.toThrow(
      "that the node has not signed",
    );
    const now = hub.reports.get(key)?.map(({ at }) => at) ?? [];
    expect(new Set(now).size).toBe(now.length);
    expect(now.slice(0, reported.length)).toEqual(reported);
  });

  it("cannot answer for a node with what the key of its login has signed", async () => {
    const hub = await Hub.start();
    const evil = await attacker(hub);
    const node = await joined(hub, "router-1");
    const { key } = node;
    await until("the hub has heard it", () => hub.reports.has(key));
    await node.close();
    const store = Store.open(node.dir);
    onTestFinished(() => store.close());
    const login = new NodeStore(store).knownKey;
    expect(login?.id).toBe(key);
    evil.subscribe(`ph.call.${key}`, {
      callback: (_error, message) => {
        const { nonce, instance } = JSON.parse(Buffer.from(message.data.subarray(64)).toString());
        const answer = { nonce, instance, text: '{"jsonrpc":"2.0","id":1,"result":{}}', at: Date.now() };
        message.respond(sign("answer", JSON.stringify(answer), login as NKey));
      },
    });
    await evil.flush();
    await expect(hub.call(key, "Echo", { Echo: "x" }, {}, 500)).rejects.toThrow("has not signed");
  });

  it("meets a node of an earlier version, which names the key that signs its answers in a report", async () => {
    const hub = await Hub.start();
    const node = await joined(hub, "router-1");
    const record = await changeDocument<NodeRecord>(hub.state, `node/${node.key}`, (now) => {
      const { signing: _forgotten, ...rest } = now as NodeRecord;
      return rest;
    });
    expect(record?.signing).toBeUndefined();
    const echo = () => hub.call(node.key, "Echo", { Echo: "x" }).catch((error: Error) => error.message);
    expect(await echo()).toContain("with which key it signs");
    await until("it was named", async () => typeof (await echo()) === "object");
  });

  it("cannot move nodes with a forged or repeated notice", async () => {
    const hub = await Hub.start();
    const evil = await attacker(hub);
    const node = await joined(hub, "router-1");
    const { addresses } = node.fleet.status();
    const now = Date.now();
    const notice = {
      ...{ fleet: hub.bus.fleet, hub: "h", number: now, issued: now, expires: now + HOUR },
      notice: { addresses: ["tls://192.0.2.1:4222"] },
    };
    evil.publish("ph.notice", sign("notice", JSON.stringify(notice), makeNKey("operator")));
    await recorded(node, "notice of a hub refused: the fleet has not signed it");
    const kept = await overheard(evil, "ph.notice");
    await hub.bus.notify({ report: 0 });
    await until("it was overheard", () => kept.length > 0);
    evil.publish("ph.notice", kept[0]?.data ?? "");
    await recorded(node, "notice of a hub refused: it was carried out before");
    expect(node.fleet.status().addresses).toEqual(addresses);
  });

  it("cannot move a node that was restarted with a notice that it has held back", async () => {
    const hub = await Hub.start();
    const evil = await attacker(hub);
    const node = await joined(hub, "router-1");
    const { addresses } = node.fleet.status();
    const all = await overheard(evil, "ph.notice");
    await hub.bus.notify({ report: 0 });
    await until("it was overheard", () => all.length > 0);
    // As a hub signs it before its bus moves.
    const { number, ...signed } = JSON.parse(Buffer.from(all[0]?.data.subarray(64) ?? "").toString());
    const moved = { ...signed, number: number + 1_000_000, notice: { addresses: ["tls://192.0.2.1:4222"] } };
    const held = sign("notice", JSON.stringify(moved), openFleetKeys(hub.dir).operator);
    await node.close();
    const again = await Node.start({ dir: node.dir });
    await until("it is back", () => again.fleet.status().state === "connected");
    evil.publish("ph.notice", held);
    evil.publish("ph.notice", held);
    await recorded(again, "notice of a hub refused: it was carried out before");
    expect(again.fleet.status().addresses).toEqual(addresses);
  });

  it("learns no secret from a node that joins, and cannot join in its place", async () => {
    const hub = await Hub.start();
    const evil = await attacker(hub);
    const everything = await overheard(evil, ">");
    const token = await hub.invite();
    const node = await Node.start();
    await node.join(token, "router-1");
    const requests = everything.filter(({ subject }) => subject.startsWith("ph.join."));
    expect(requests).toHaveLength(2);
    // A repeated request gets the same grant, for a key that only the node has. Hubs answer only at inboxes of its login.
    const [ask] = requests as [Msg];
    const [again, none] = [`${ask.reply}.again`, `${ask.reply}.none`];
    const answers = (to: string) =>
      everything.filter(({ subject }) => subject === to).map(({ data }) => Buffer.from(data).toString());
    evil.publish(ask.subject, ask.data, { reply: again });
    await until("it is answered", () => answers(again).length > 0);
    expect(answers(again)[0]).toContain("jwt");
    expect(await hub.bus.enrolment.invitations()).toMatchObject([{ used: [node.key] }]);
    // A forged request has no valid proof.
    const own = makeNKey("user");
    const body = JSON.parse(Buffer.from(ask.data.subarray(64)).toString());
    evil.publish(ask.subject, sign("join", JSON.stringify({ ...body, node: own.id }), own), { reply: none });
    expect((await hub.call(node.key, "Echo", { Echo: "x" })).result).toEqual({ Result: "x" });
    expect(answers(none)).toEqual([]);
    expect((await hub.state.list("node/")).size).toBe(1);
  });
});

describe("A clock that is wrong by an hour", () => {
  it.each([
    ["ahead", HOUR, "60 min ahead of the hub's"],
    ["behind", -HOUR, "60 min behind the hub's"],
  ])("%s: the node obeys its hub all the same, and says that a clock is wrong", async (_name, off, said) => {
    const hub = await Hub.start();
    const node = await Node.start({ clock: { now: () => Date.now() + off, ticks: () => Date.now() } });
    const { result } = await node.join(await hub.invite(), "router-1");
    expect(result.state).toBe("connected");
    expect((await setBandwidth(hub, node, "77")).result).toMatchObject({ SettingsSaved: true });
    await until("the hub hears it", () => hub.reports.has(node.key));
    expect((await setBandwidth(hub, node, "78")).result).toMatchObject({ SettingsSaved: true });
    expect((await node.ask("pilothouse.membership")).result.note).toContain(said);
  });
});
