import { describe, expect, it } from "vitest";
import { DraftStore } from "./draft-store.js";
import { Drafts, type Form } from "./drafts.js";

const NETWORK: Form<{ readonly [name: string]: string }> = { page: "network", empty: {} };
const BUDGET: Form<{ readonly [name: string]: string }> = { page: "traffic", empty: {} };
const SCHEDULE: Form<readonly string[] | undefined> = { page: "traffic", empty: undefined };
const ADVANCED: Form<ReadonlyMap<string, string>> = { page: "advanced", empty: new Map() };

describe("the drafts of all forms", () => {
  it("name each page with unsaved changes once, until they are undone", () => {
    const drafts = new Drafts();
    let changes = 0;
    drafts.pages.watch(() => changes++);
    drafts.of(BUDGET).set({ amount: "2" });
    drafts.of(BUDGET).set({ amount: "20" });
    drafts.of(SCHEDULE).set(["daily 0-24 in=1"]);
    expect(drafts.pages.value).toEqual(["traffic"]);
    expect(changes).toBe(1);
    drafts.of(BUDGET).set({});
    expect(drafts.pages.value).toEqual(["traffic"]);
    drafts.of(SCHEDULE).set(undefined);
    expect(drafts.pages.value).toEqual([]);
  });

  it("tell removed entries of a list from an unchanged list", () => {
    const drafts = new Drafts();
    drafts.of(SCHEDULE).set([]);
    expect(drafts.pages.value).toEqual(["traffic"]);
    drafts.of(ADVANCED).set(new Map());
    expect(drafts.pages.value).toEqual(["traffic"]);
    // An emptied field is a change.
    drafts.of(NETWORK).set({ host: "" });
    expect(drafts.pages.value).toEqual(["traffic", "network"]);
  });

  it("are the same for a form that is opened again", () => {
    const drafts = new Drafts();
    drafts.of(NETWORK).set({ port: "1" });
    expect(drafts.of(NETWORK).value).toEqual({ port: "1" });
    drafts.clear();
    expect(drafts.of(NETWORK).value).toEqual({});
    expect(drafts.pages.value).toEqual([]);
  });
});

describe("the drafts of a service and its nodes", () => {
  const typed = () => {
    const store = new DraftStore();
    store.signedIn("ann");
    store.at(undefined).of(BUDGET).set({ amount: "2" });
    store.at("fra-1").of(NETWORK).set({ port: "1" });
    return store;
  };

  it("are kept apart and listed together", () => {
    const store = typed();
    expect(store.at("fra-2").of(NETWORK).value).toEqual({});
    expect(store.unsaved).toEqual([
      { node: undefined, page: "traffic" },
      { node: "fra-1", page: "network" },
    ]);
    store.clear();
    expect(store.unsaved).toEqual([]);
  });

  it("are kept for the account that made them, and for no other", () => {
    const store = typed();
    store.signedIn("ann");
    expect(store.unsaved).toHaveLength(2);
    store.signedIn("bob");
    expect(store.unsaved).toEqual([]);
    expect(store.at("fra-1").of(NETWORK).value).toEqual({});
  });
});
