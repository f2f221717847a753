import { expect, it } from "vitest";
import { checkHub, checkMembership } from "./doctor.js";

const status = {
  name: "router-1",
  fleet: "O",
  key: "U",
  fingerprint: "1234-5678",
  addresses: ["tls://hub:7651"],
  instance: "i1",
  identity: "own" as const,
  note: null,
};

it("The doctor shows the membership of the service in its fleet, and what to do", () => {
  const levels = (["none", "waiting", "connected", "disconnected"] as const).map((state) =>
    [checkMembership({ ...status, state })].flat().map(({ level }) => level),
  );
  expect(levels).toEqual([[], ["warning"], ["ok"], ["problem"]]);
  expect(checkMembership({ ...status, state: "waiting" })).toMatchObject({
    todo: "at the hub: pilothouse fleet accept 1234-5678",
  });
  const note = "The clock of this machine is 60 min ahead of the hub's";
  expect(checkMembership({ ...status, state: "connected", note })).toMatchObject({
    level: "problem",
    saw: note,
  });
});

it("The doctor of a hub shows that it has no record of nodes that have a key of its fleet", () => {
  const states = (unknown: number) => [
    { name: "online", nodes: 3 },
    { name: "unknown", nodes: unknown },
  ];
  expect(checkHub({ states: states(0) })).toEqual([]);
  expect(checkHub({ states: states(2) })).toMatchObject([
    { level: "warning", saw: expect.stringContaining("2 nodes have a key") },
  ]);
});

it("The doctor says on both sides that two machines use the key of one node, and what to do", () => {
  const shared = {
    ...status,
    state: "connected",
    identity: "shared",
    note: "Another machine uses it",
  } as const;
  expect(checkMembership(shared)).toMatchObject({
    level: "problem",
    saw: shared.note,
    todo: expect.stringContaining("fleet keep router-1 --instance i1"),
  });
  expect(checkMembership({ ...shared, identity: "copy" })).toMatchObject({
    level: "problem",
    todo: expect.stringContaining("join again"),
  });
  expect(checkHub({ states: [{ name: "duplicate", nodes: 1 }] })).toMatchObject([
    { level: "problem", todo: expect.stringContaining("pilothouse fleet keep") },
  ]);
});
