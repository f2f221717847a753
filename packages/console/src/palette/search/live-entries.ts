import { ask } from "@pilothouse/client/browser";
import type { Scope } from "@pilothouse/protocol";
import { eventWords } from "../../features/record/event-words.js";
import type { PageName } from "../../page-names.js";
import { settingLabel } from "../../reasons/reason-words.js";
import type { AppState, I18n } from "../../state/hooks.js";
import type { Entry } from "./text-entries.js";

/** The newest ones; the page of events has the rest. */
const EVENTS = 50;

/** What the service has by name. What cannot be read, or may not, is left out. */
export async function liveEntries(
  { session, place }: AppState,
  scope: Scope,
  { texts, format }: Pick<I18n, "texts" | "format">,
): Promise<readonly Entry[]> {
  const named = (page: PageName, labels: readonly string[]): readonly Entry[] =>
    labels.map((label) => ({ page, label, words: "" }));
  const router = () => [
    session.ask(ask.getAll()).then((all) => named("advanced", [...all.keys()])),
    session.call("pilothouse.tunnels", {}).then(({ tunnels }) =>
      named(
        "tunnels",
        tunnels.map(({ name }) => name),
      ),
    ),
    session.call("pilothouse.events", { limit: EVENTS }).then(({ events }) =>
      named(
        "events",
        events.map((event) => eventWords(event, texts, format)),
      ),
    ),
  ];
  const all = [
    session.call("pilothouse.settings", {}).then(({ settings }) =>
      settings.map(
        ({ name }): Entry => ({
          page: name.startsWith("budget.") ? "traffic" : "notifications",
          label: settingLabel(name, texts),
          words: name,
        }),
      ),
    ),
    ...(scope === "all"
      ? [
          session.call("pilothouse.tokens", {}).then(({ tokens }) =>
            named(
              "applications",
              tokens.map(({ name }) => name),
            ),
          ),
        ]
      : []),
    ...(place === "hub" ? [] : router()),
  ];
  const settled = await Promise.allSettled(all);
  return settled.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
}
