import { extension, optional } from "../../kernel/shapes.js";
import { codedText } from "../../value-types/call-types.js";
import { labels } from "../../value-types/fleet-types.js";
import { choiceOf } from "../../value-types/setting-types.js";
import { count, flag, integer, listOf, orNull, record, text } from "../../value-types/value-types.js";

const DAY = 86_400_000;

export const ROLLOUT_KINDS = ["restart", "update", "apply"] as const;
export const ROLLOUT_OUTCOMES = ["waiting", "under way", "done", "failed", "skipped", "expired"] as const;

/** Nodes in a page: each may have to be asked. */
export const MOST_ASKED = 200;

const rollout = record({
  id: text,
  kind: text,
  by: text,
  created: count,
  status: text,
  why: orNull(text),
  whyCoded: orNull(codedText),
  finished: orNull(count),
  labels,
  maxParallel: count,
  total: count,
  done: count,
  failed: count,
  skipped: count,
  expired: count,
  underWay: count,
  waiting: count,
  offline: count,
  lineExpires: count,
});
export type RolloutEntry = ReturnType<(typeof rollout)["read"]>;

const rolloutNode = record({
  id: text,
  name: orNull(text),
  outcome: text,
  step: orNull(text),
  since: orNull(count),
  reason: orNull(text),
  coded: orNull(codedText),
});
export type RolloutNodeEntry = ReturnType<(typeof rolloutNode)["read"]>;

const difference = record({ name: text, wanted: orNull(text), found: orNull(text) });
const comparison = record({
  name: text,
  state: text,
  drift: text,
  differences: listOf(difference),
  reason: orNull(text),
  coded: orNull(codedText),
});
export type ComparisonEntry = ReturnType<(typeof comparison)["read"]>;

const checked = {
  type: count,
  description: "How many nodes of this page the template wants something of.",
} as const;

const SELECTED = {
  filter: optional(text, "Only nodes with this in their name."),
  labels: optional(labels, "Only nodes with these labels."),
} as const;
const PAGED = {
  after: optional(text, "Only nodes behind this name: the `next` of the page before."),
  limit: optional(integer(1, MOST_ASKED), `Nodes in the page; ${MOST_ASKED}.`),
} as const;

/** Roll-outs and templates: methods that only a hub has. */
export const METHODS = {
  "fleet.rollout": extension({
    scope: "operate",
    changes: true,
    description: "Restarts or updates nodes, or applies settings to them, a few at a time.",
    params: {
      kind: { type: choiceOf(ROLLOUT_KINDS), description: "What is done on each node." },
      ...SELECTED,
      nodes: optional(listOf(text), "Only these nodes, by name or id."),
      template: optional(
        text,
        "With `apply`: the text of a fleet.toml. It becomes the template of the fleet.",
        { scope: "settings" },
      ),
      ifRevision: optional(
        count,
        "With `apply`: the `revision` of `fleet.template` that the text was made from. If another template was applied since, that is an error that says by whom, and nothing is changed. Without it, the last one counts.",
      ),
      maxParallel: optional(integer(1, 100_000), "The most nodes under way at once; default: 1."),
      canary: optional(
        integer(0, 1_000),
        "This many nodes go first, and must be healthy again before the others; default: 1.",
      ),
      failureBudget: optional(
        integer(0, 100_000),
        "This many nodes may fail; one more stops the roll-out; default: 0.",
      ),
      healthyDeadline: optional(
        integer(1_000, DAY),
        "Milliseconds from the start of the router until the node must be healthy; default: ten minutes.",
      ),
      minHealthy: optional(
        integer(0, DAY),
        "Milliseconds that it must stay healthy before it counts as done; default: five seconds.",
      ),
      tunnelShare: optional(
        integer(0, 100),
        "Percent of the participating tunnels it had before that it must have again; default: 50.",
      ),
      lineExpiry: optional(
        integer(0, 30 * DAY),
        "Milliseconds for which the roll-out waits for nodes that are offline; default: an hour.",
      ),
      graceful: optional(flag, "Whether tunnels of others may run out before a restart; default: true."),
      drainLimit: optional(
        integer(0, 660_000),
        "Milliseconds for which they may; then the router is restarted at once. Default: eleven minutes, by when all have run out.",
      ),
    },
    result: { rollout: { type: rollout, description: "The roll-out as it begins." } },
  }),
  "fleet.rollouts": extension({
    scope: "read",
    description:
      "Lists roll-outs, the newest first; with an id, one of them and its nodes. Pauses, resumes and ends one.",
    params: {
      id: optional(text, "The roll-out."),
      pause: optional(flag, "Starts no more nodes until it is resumed.", { scope: "operate", changes: true }),
      resume: optional(flag, "Goes on with a paused one.", { scope: "operate", changes: true }),
      end: optional(flag, "Starts no more nodes; those under way are finished.", {
        scope: "operate",
        changes: true,
      }),
      outcome: optional(choiceOf(ROLLOUT_OUTCOMES), "Only nodes with this outcome."),
      after: optional(count, "Only nodes behind this place: the `next` of the page before."),
      limit: optional(integer(0, 1_000), "Nodes in the page; 100."),
    },
    result: {
      rollouts: { type: listOf(rollout), description: "The roll-outs." },
      nodes: {
        type: listOf(rolloutNode),
        description:
          "With an id: its nodes, in the order they are taken; of one under way its `step`, since when, and what it waits for (`reason`), of one that failed or was skipped why, and since when. `coded` is the reason with its code, where it has one.",
      },
      next: { type: orNull(count), description: "Where the next page of nodes begins; null after the last." },
    },
  }),
  "fleet.template": extension({
    scope: "read",
    description:
      "The template of the fleet; with a text, what that would change, node by node. Writes nothing.",
    params: {
      text: optional(text, "The text of a fleet.toml to compare the nodes with."),
      ...SELECTED,
      ...PAGED,
    },
    result: {
      template: { type: orNull(text), description: "The text that was applied last, or null." },
      by: { type: orNull(text), description: "Who applied it." },
      at: { type: orNull(count), description: "When, in milliseconds since the epoch." },
      revision: {
        type: count,
        description: "The revision of the template, for `ifRevision` of `fleet.rollout`; 0 before the first.",
      },
      nodes: { type: listOf(comparison), description: "With a text: the nodes that differ from it." },
      checked,
      next: { type: orNull(text), description: "Where the next page begins; null after the last." },
    },
  }),
  "fleet.drift": extension({
    scope: "read",
    description:
      "The nodes that are not as the template of the fleet wants them, by what they report themselves.",
    params: { ...SELECTED, ...PAGED },
    result: {
      nodes: {
        type: listOf(comparison),
        description:
          "`drift` is changed (settings were changed on the node after it applied a template; the finding `nodes.drifted` is of these, while they are online), unapplied (it has not applied this template) or unknown (it has not reported).",
      },
      checked,
      next: { type: orNull(text), description: "Where the next page begins; null after the last." },
    },
  }),
  "fleet.import": extension({
    scope: "read",
    description: "What nodes have now, as a fleet.toml: labels and settings, without secrets.",
    params: {
      ...SELECTED,
      advanced: optional(flag, "Whether the settings by the router's own names are wanted too; false."),
    },
    result: {
      text: { type: text, description: "The fleet.toml." },
      missing: { type: listOf(text), description: "Nodes that could not be asked." },
    },
  }),
} as const;

export const AUDIT = [
  "roll-out (restart)",
  "roll-out (update)",
  "roll-out (apply)",
  "roll-out (pause)",
  "roll-out (resume)",
  "roll-out (end)",
] as const;
