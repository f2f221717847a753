import type { Result, SettingChange } from "@pilothouse/protocol";
import { useEffect, useState } from "preact/hooks";
import { Card } from "../../../parts/card.js";
import { Differences } from "../../../parts/meanwhile/differences.js";
import { Who } from "../../../parts/meanwhile/who.js";
import { May } from "../../../parts/needs.js";
import { Failure, Loading, Notice } from "../../../parts/notice.js";
import { Older, Table } from "../../../parts/table.js";
import { useAppState, useI18n, useLoaded, useTask } from "../../../state/hooks.js";
import { usePageTexts } from "../../../state/page-texts.js";
import { Compare } from "./compare.js";
import { isOtherThanShown, type Restore, RestoreDialog, restoreParams } from "./restore.js";

const PER_STEP = 50;

/** Every change of the router's settings, with undo and restore. */
export function Changes() {
  const { texts, format, announce } = useI18n();
  const { session, live } = useAppState();
  const { changes: words, audit } = usePageTexts();
  const loaded = useLoaded(() => session.call("pilothouse.changes", { limit: PER_STEP }), [session]);
  const { value, reload } = loaded;
  const [older, setOlder] = useState<readonly SettingChange[]>([]);
  const [ended, setEnded] = useState(false);
  const [restore, setRestore] = useState<Restore>();
  const [done, setDone] = useState(false);
  const task = useTask();
  useEffect(() => {
    setOlder([]);
    setEnded(false);
  }, [value]);

  const changes = [...(value?.changes ?? []), ...older];
  const last = changes.at(-1);
  const fetchOlder = () =>
    task.run(async () => {
      const found = await session.call("pilothouse.changes", { limit: PER_STEP, before: last?.id ?? 0 });
      setOlder([...older, ...found.changes]);
      setEnded(found.changes.length === 0);
    });
  const takeBack = (restore: Restore, preview: Result<"pilothouse.changes">) =>
    task.run(async () => {
      setRestore(undefined);
      setDone(false);
      try {
        await session.call("pilothouse.changes", restoreParams(restore, preview));
      } catch (error) {
        if (!isOtherThanShown(error)) throw error;
        setRestore({ ...restore, again: true });
        await reload();
        return;
      }
      setDone(true);
      announce(words.done);
      await Promise.all([reload(), live.poll()]);
    });
  const button = (how: Restore["how"], { id, part }: SettingChange, at: string) => (
    <button
      type="button"
      class="small"
      aria-label={`${words[how]} ${at}`}
      disabled={task.busy}
      onClick={() => setRestore({ how, id, part })}
    >
      {words[how]}
    </button>
  );
  return (
    <>
      <div class="columns wide">
        <Card about={words.about}>
          <Loading of={loaded} />
          <Failure error={task.error} />
          {done && <Notice tone="good">{words.done}</Notice>}
          {value && changes.length === 0 && <p>{words.empty}</p>}
          {changes.length > 0 && (
            <Table
              caption={texts.pages.changes}
              columns={[audit.time, audit.details, audit.who]}
              actions
              stacks
            >
              {changes.map((change, index) => {
                const { id, at, name, address, differences, undoes } = change;
                return (
                  <tr key={id}>
                    <td data-column={audit.time} class="nowrap">
                      {format.moment(at)} {undoes.length > 0 && <span class="tag">{words.isUndo}</span>}
                    </td>
                    <td data-column={audit.details} class="details-cell">
                      <Differences of={differences} />
                    </td>
                    <td data-column={audit.who} class="who">
                      <Who name={name} address={address} />
                    </td>
                    <td class="end">
                      <div class="actions end">
                        <May scope="settings">
                          {button("undo", change, format.moment(at))}
                          {index > 0 && button("goTo", change, format.moment(at))}
                        </May>
                      </div>
                    </td>
                  </tr>
                );
              })}
            </Table>
          )}
          {!ended && last !== undefined && last.id > 1 && <Older busy={task.busy} onClick={fetchOlder} />}
        </Card>
        {changes.length > 1 && <Compare key={changes[0]?.id} changes={changes} />}
      </div>
      {restore && (
        <RestoreDialog
          restore={restore}
          onLeave={() => setRestore(undefined)}
          onYes={(preview) => void takeBack(restore, preview)}
        />
      )}
    </>
  );
}
