import type { ChannelEntry } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { Icon } from "../../parts/icon.js";
import { List } from "../../parts/list.js";
import { May } from "../../parts/needs.js";
import { Notice } from "../../parts/notice.js";
import { useAppState, useI18n, useServiceNow } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import type { ServiceSettings } from "../service-settings.js";
import { CHANNELS_FORM, ChannelDialog } from "./channel-dialog.js";
import { CHANNEL_KINDS, isChannelKind, namesOf } from "./channel-fields.js";

interface Tested {
  readonly name: string;
  readonly why: string | undefined;
}

interface ChannelsProps {
  readonly channels: readonly ChannelEntry[];
  readonly settings: ServiceSettings;
  readonly onChanged: () => Promise<void>;
}

/** The notification channels: their state, a test, and how to add, change and remove them. */
export function Channels({ channels, settings, onChanged }: ChannelsProps) {
  const { texts, format, announce, fill } = useI18n();
  const { session, drafts } = useAppState();
  const now = useServiceNow();
  const { notifications: words } = usePageTexts();
  const [tested, setTested] = useState<Tested>();
  // A dialog that was left for another page is open again, with what was typed.
  const [editing, setEditing] = useState(() => {
    const typed = Object.keys(drafts.of(CHANNELS_FORM).value);
    return CHANNEL_KINDS.find((kind) => namesOf(kind).some((name) => typed.includes(name)));
  });
  const kindOf = ({ name }: ChannelEntry) => (isChannelKind(name) ? name : undefined);
  const shownName = (channel: ChannelEntry) => {
    const kind = kindOf(channel);
    return kind === undefined ? channel.name : words.kinds[kind];
  };
  /** Where it is set, if it cannot be changed here. */
  const fixedAt = (channel: ChannelEntry) => {
    const kind = kindOf(channel);
    return kind === undefined ? "" : settings.fixedAt(...namesOf(kind));
  };
  const isChangeable = (channel: ChannelEntry) => fixedAt(channel) === undefined;
  const test = async (channel: ChannelEntry) => {
    setTested(undefined);
    const answer = await session.call("pilothouse.notify", { test: channel.name });
    const name = shownName(channel);
    setTested({ name, why: answer.tested ? undefined : (answer.failed ?? "") });
    announce(answer.tested ? fill(words.tested, { name }) : fill(words.testFailed, { name }));
    await onChanged();
  };
  const remove = async (channel: ChannelEntry) => {
    setTested(undefined);
    const names = namesOf(kindOf(channel) ?? "ntfy");
    await settings.save(Object.fromEntries(names.map((name) => [name, null])));
    announce(words.saved);
    await onChanged();
  };
  const absent = CHANNEL_KINDS.filter(
    (kind) => !channels.some(({ name }) => name === kind) && settings.fixedAt(...namesOf(kind)) === undefined,
  );
  return (
    <Card title={words.channels} about={words.channelsMore}>
      {tested?.why === undefined && tested && (
        <Notice tone="good">{fill(words.tested, { name: tested.name })}</Notice>
      )}
      {tested?.why !== undefined && (
        <Notice tone="error">
          {fill(words.testFailed, { name: tested.name })} <span lang="en">{tested.why}</span>
        </Notice>
      )}
      <List
        caption={words.channels}
        rows={channels}
        keyOf={({ name }) => name}
        empty={words.none}
        small
        columns={[
          { name: words.name, show: shownName },
          {
            name: words.to,
            show: (channel) => {
              const where = fixedAt(channel);
              return (
                <>
                  <code>{channel.to}</code>
                  {where && <p class="help">{fill(words.fixed, { where })}</p>}
                </>
              );
            },
          },
          { name: words.sent, show: ({ sent }) => (sent === null ? "–" : format.ago(sent, now)) },
          { name: words.waiting, show: ({ waiting }) => format.count(waiting) },
          {
            name: words.trouble,
            show: ({ error, failed }) =>
              error === null ? (
                "–"
              ) : (
                <>
                  <span lang="en">{error}</span> {failed !== null && format.ago(failed, now)}
                </>
              ),
          },
        ]}
        actions={[
          { label: words.test, scope: "operate", run: test },
          {
            label: words.edit,
            scope: "all",
            isFor: isChangeable,
            run: (channel) => setEditing(kindOf(channel)),
          },
          {
            label: texts.common.remove,
            scope: "all",
            isFor: isChangeable,
            confirm: (channel) => ({
              title: fill(words.removeTitle, { kind: shownName(channel) }),
              more: words.removeMore,
            }),
            run: remove,
          },
        ]}
      />
      {settings.loaded.value !== undefined && absent.length > 0 && (
        <May scope="all">
          <div class="actions">
            {absent.map((kind) => (
              <button key={kind} type="button" onClick={() => setEditing(kind)}>
                <Icon name="plus" /> {fill(words.add, { kind: words.kinds[kind] })}
              </button>
            ))}{" "}
          </div>
        </May>
      )}
      {editing && settings.loaded.value !== undefined && (
        <ChannelDialog
          kind={editing}
          settings={settings}
          onDone={(saved) => {
            setEditing(undefined);
            if (saved) void onChanged();
          }}
        />
      )}
    </Card>
  );
}
