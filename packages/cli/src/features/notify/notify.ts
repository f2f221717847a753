import type { ChannelEntry, RuleEntry } from "@pilothouse/protocol";
import type { Context } from "../../command/context.js";
import { call } from "../../remote/call.js";
import { withClient } from "../../remote/session.js";
import { Complaint } from "../../terminal/exit.js";
import { cell } from "../../terminal/output.js";
import { moment, since } from "../../terminal/units.js";

const EXTENSION = { what: "notifications" };

/** How the channels fare and what is notified. */
export async function notifyStatus(context: Context): Promise<void> {
  const { out } = context;
  const answer = await call(context, "pilothouse.notify", {}, EXTENSION);
  const { channels, rules } = answer;
  out.result(answer, () =>
    [
      out.table(
        channels.map(channelRow),
        ["channel", "to", "waiting", "last sent", "last failure"],
        "no channel is set up: see notify.webhook, notify.ntfy and notify.email_to in the settings",
      ),
      "",
      out.table(rules.map(ruleRow), ["notified of", "after", "now"]),
    ].join("\n"),
  );
}

/** Sends a test to one channel, or to each that is set up. Fails when one of them does. */
export async function notifyTest(context: Context, [asked]: [string | undefined]): Promise<void> {
  const { out } = context;
  const results = await withClient(context, async (connection) => {
    const notify = (params: { readonly test?: string }) =>
      call(connection, "pilothouse.notify", params, EXTENSION);
    const names = asked === undefined ? (await notify({})).channels.map(({ name }) => name) : [asked];
    if (names.length === 0) throw new Complaint("no channel for notifications is set up");
    const tested = [];
    for (const channel of names) {
      const { tested: ok = false, failed = null } = await notify({ test: channel });
      tested.push({ channel, ok, failed });
    }
    return tested;
  });
  out.result(results, () =>
    results
      .map(({ channel, ok, failed }) => `${cell(channel)}: ${ok ? "taken" : `failed: ${cell(failed ?? "")}`}`)
      .join("\n"),
  );
  if (results.some(({ ok }) => !ok)) process.exitCode = 1;
}

const channelRow = ({ name, to, waiting, sent, error, failed }: ChannelEntry): string[] => [
  cell(name),
  cell(to),
  String(waiting),
  since(sent),
  error === null ? "" : `${moment(failed)} ${cell(error)}`,
];

const ruleRow = ({ key, on, minutes, holds }: RuleEntry): string[] => [
  cell(key),
  on ? (minutes === 0 ? "at once" : `${minutes} min`) : "off",
  holds ? "holds" : "",
];
