import type { PageTexts } from "../../texts/texts.js";

/** What events can be filtered by. */
export type Subject = keyof PageTexts["events"]["kinds"];

/** How the kinds of a subject begin, where that is not its own name. Whatever no other subject has is the service's. */
const BEGINNINGS: { readonly [S in Subject]?: readonly string[] } = {
  reachability: ["reachability", "address"],
  machine: ["disk", "certificate"],
  tunnels: ["tunnels", "names"],
};
const OTHERS = [
  "router",
  "reachability",
  "settings",
  "update",
  "logins",
  "machine",
  "budget",
  "tunnels",
] as const;

const isOf = (subject: Subject, kind: string): boolean =>
  subject === "service"
    ? !OTHERS.some((other) => isOf(other, kind))
    : (BEGINNINGS[subject] ?? [subject]).includes(kind.split(".", 1)[0] ?? "");

/** The kinds of a subject, of all that there are; undefined for all. */
export const kindsOf = (subject: Subject, all: readonly string[]): readonly string[] | undefined =>
  subject === "all" ? undefined : all.filter((kind) => isOf(subject, kind));
