import { ask } from "@pilothouse/client/browser";
import type { ChannelEntry } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { Dialog } from "../../parts/dialog.js";
import { Icon } from "../../parts/icon.js";
import { May } from "../../parts/needs.js";
import { Failure, Notice } from "../../parts/notice.js";
import { Table } from "../../parts/table.js";
import { useAppState, useI18n, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import type { ServiceSettings } from "../service-settings/use-service-settings.js";
import { CHANNELS_FORM, ChannelDialog } from "./channel-dialog.js";
import { CHANNEL_KINDS, type ChannelKind, isChannelKind, namesOf } from "./channel-fields.js";

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
  const { texts, announce, fill } = useI18n();
  const { session, drafts } = useAppState();
  const { notifications: words } = usePageTexts();
  const task = useTask();
  const [tested, setTested] = useState<Tested>();
  // A dialog that was left for another page is open again, with what was typed.
  const [editing, setEditing] = useState(() => {
    const typed = Object.keys(drafts.of(CHANNELS_FORM).value);
    return CHANNEL_KINDS.find((kind) => namesOf(kind).some((name) => typed.includes(name)));
  });
  const [removing, setRemoving] = useState<ChannelKind>();
  const test = (name: string) =>
    task.run(async () => {
      setTested(undefined);
      const answer = await session.ask(ask.own("pilothouse.notify", { test: name }));
      setTested({ name, why: answer.tested ? undefined : (answer.failed ?? "") });
      announce(answer.tested ? fill(words.tested, { name }) : fill(words.testFailed, { name }));
      await onChanged();
    });
  const remove = (kind: ChannelKind) => {
    setRemoving(undefined);
    setTested(undefined);
    void task.run(async () => {
      await settings.save(Object.fromEntries(namesOf(kind).map((name) => [name, null])));
      announce(words.saved);
      await onChanged();
    });
  };
  const absent = CHANNEL_KINDS.filter(
    (kind) => !channels.some(({ name }) => name === kind) && settings.fixedAt(...namesOf(kind)) === undefined,
  );
  return (
    <Card title={words.channels} about={words.channelsMore}>
      <Failure error={task.error} />
      {tested?.why === undefined && tested && (
        <Notice tone="good">{fill(words.tested, { name: tested.name })}</Notice>
      )}
      {tested?.why !== undefined && (
        <Notice tone="error">
          {fill(words.testFailed, { name: tested.name })} <span lang="en">{tested.why}</span>
        </Notice>
      )}
      {channels.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <Table
          caption={words.channels}
          columns={[words.name, words.to, words.sent, words.waiting, words.trouble]}
          actions
          stacks
        >
          {channels.map((channel) => (
            <ChannelRow
              key={channel.name}
              channel={channel}
              busy={task.busy}
              fixedAt={isChannelKind(channel.name) ? settings.fixedAt(...namesOf(channel.name)) : ""}
              onTest={() => void test(channel.name)}
              onEdit={setEditing}
              onRemove={setRemoving}
            />
          ))}
        </Table>
      )}
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
      {removing && (
        <Dialog
          title={fill(words.removeTitle, { kind: words.kinds[removing] })}
          yes={texts.common.remove}
          danger
          onYes={() => remove(removing)}
          onLeave={() => setRemoving(undefined)}
        >
          <p>{words.removeMore}</p>
        </Dialog>
      )}
    </Card>
  );
}

interface RowProps {
  readonly channel: ChannelEntry;
  readonly busy: boolean;
  /** Where it is set, if it cannot be changed here. */
  readonly fixedAt: string | undefined;
  readonly onTest: () => void;
  readonly onEdit: (kind: ChannelKind) => void;
  readonly onRemove: (kind: ChannelKind) => void;
}

function ChannelRow({ channel, busy, fixedAt, onTest, onEdit, onRemove }: RowProps) {
  const { texts, format, fill } = useI18n();
  const now = useAppState().live.now();
  const { notifications: words } = usePageTexts();
  const { name, to, sent, waiting, error, failed } = channel;
  const kind = isChannelKind(name) ? name : undefined;
  return (
    <tr>
      <th scope="row">{kind === undefined ? name : words.kinds[kind]}</th>
      <td data-column={words.to}>
        <code>{to}</code>
        {fixedAt && <p class="help">{fill(words.fixed, { where: fixedAt })}</p>}
      </td>
      <td data-column={words.sent}>{sent === null ? "–" : format.relative(sent - now)}</td>
      <td data-column={words.waiting}>{format.count(waiting)}</td>
      <td data-column={words.trouble}>
        {error === null ? (
          "–"
        ) : (
          <>
            <span lang="en">{error}</span> {failed !== null && format.relative(failed - now)}
          </>
        )}
      </td>
      <td class="end">
        <div class="actions end">
          <May scope="operate">
            <button
              type="button"
              class="small"
              aria-label={`${words.test}: ${name}`}
              disabled={busy}
              onClick={onTest}
            >
              {words.test}
            </button>
          </May>
          {kind !== undefined && fixedAt === undefined && (
            <May scope="all">
              <button
                type="button"
                class="small"
                aria-label={`${words.edit} ${name}`}
                disabled={busy}
                onClick={() => onEdit(kind)}
              >
                {words.edit}
              </button>
              <button
                type="button"
                class="small"
                aria-label={`${texts.common.remove}: ${name}`}
                disabled={busy}
                onClick={() => onRemove(kind)}
              >
                {texts.common.remove}
              </button>{" "}
            </May>
          )}{" "}
        </div>{" "}
      </td>
    </tr>
  );
}
