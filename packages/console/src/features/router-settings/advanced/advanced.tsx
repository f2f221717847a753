import { ask } from "@pilothouse/client/browser";
import { holdsSecret, type Settings } from "@pilothouse/protocol";
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { Card } from "../../../parts/card.js";
import { Dotted } from "../../../parts/dotted.js";
import { fieldErrors } from "../../../parts/form.js";
import { isNewer, useBase } from "../../../parts/meanwhile/base.js";
import { ChangedMeanwhile } from "../../../parts/meanwhile/changed-meanwhile.js";
import { atRevision, newerRouterChanges } from "../../../parts/meanwhile/newer-changes.js";
import { May, Needs } from "../../../parts/needs.js";
import { Failure, Loading, Notice } from "../../../parts/notice.js";
import { Table } from "../../../parts/table.js";
import { applied, changed, type Draft, differences, without } from "../../../state/drafts/draft.js";
import { type Form, useDraft } from "../../../state/drafts/drafts.js";
import { useAppState, useI18n, useLoaded, useTask } from "../../../state/hooks.js";
import { usePageTexts } from "../../../state/page-texts.js";
import { AddSetting } from "./add-setting.js";
import { ReviewDialog } from "./review-dialog.js";
import { SettingFile } from "./setting-file.js";
import { ValueInput } from "./value-input.js";

const NONE: Draft = new Map();
const FORM: Form<Draft> = { page: "advanced", empty: NONE };

export function Advanced() {
  const { texts, announce, fill } = useI18n();
  const { session, live, drafts } = useAppState();
  const words = usePageTexts().advanced;
  const read = () => atRevision(session, () => session.ask(ask.getAll()));
  const loaded = useLoaded(read, [session]);
  const [draft, cell] = useDraft(drafts, FORM);
  const setDraft = (next: Draft) => cell.set(next);
  const [search, setSearch] = useState("");
  const latest = useRef(draft);
  latest.current = draft;
  const [reviewing, setReviewing] = useState(false);
  const [done, setDone] = useState<string>();
  const task = useTask();

  const base = useBase(drafts, FORM.page, loaded.value?.revision, draft.size > 0);

  if (loaded.value === undefined) return <Loading of={loaded} />;
  const { value: settings, revision } = loaded.value;

  const change = (name: string, value: string | null) => {
    setDraft(changed(draft, settings, name, value));
    setDone(undefined);
  };
  const finish = (sentence: string, done: Draft) => {
    // Keep what was typed while it was being written.
    cell.update((now) => without(now, done));
    setDone(sentence);
    announce(sentence);
  };
  /** Others may have written since: compare with the current settings. */
  const openReview = () =>
    task.run(async () => {
      const now = await read();
      loaded.replace(now);
      const fresh = now.value;
      // The draft may have changed while the settings loaded.
      const wanted = latest.current;
      if (base.revision !== now.revision) return;
      if (differences(fresh, applied(fresh, wanted)).length > 0) setReviewing(true);
      else if (wanted.size > 0) finish(words.nothingLeft, wanted);
    });
  const write = () =>
    task.run(async () => {
      setReviewing(false);
      const next = applied(settings, draft);
      const removes = [...draft.values()].includes(null);
      const written = new Map([...next].filter(([name]) => draft.has(name)));
      try {
        await session.ask(removes ? ask.setAll(next, base.revision) : ask.set(written, base.revision));
      } catch (error) {
        if (!isNewer(error)) throw error;
        return loaded.reload();
      }
      finish(words.written, draft);
      const fresh = await read();
      loaded.replace(fresh);
      base.set(fresh.revision);
      await live.poll();
    });

  const rows = rowsOf(settings, draft, search);
  const names = new Set([...settings.keys(), ...draft.keys()]);
  const errors = fieldErrors(
    task.error,
    rows.map(([name]) => name),
  );
  return (
    <>
      <div class="columns wide">
        <Card>
          <div class="row">
            <input
              type="search"
              class="grow"
              aria-label={words.search}
              placeholder={words.search}
              value={search}
              onInput={(event) => setSearch(event.currentTarget.value)}
            />
            <span class="about" role="status">
              {fill(words.shown, { shown: rows.length, all: names.size })}
            </span>
            <SettingFile settings={settings} onDraft={setDraft} />
          </div>
          <Needs scope="settings">
            <Table caption={texts.pages.advanced} columns={[words.name, words.value]} actions stacks>
              {rows.map(([name, value]) => (
                <SettingRow
                  key={name}
                  name={name}
                  value={value}
                  before={settings.get(name)}
                  error={errors.at(name)}
                  onValue={(next) => change(name, next)}
                />
              ))}
            </Table>
          </Needs>
          {rows.length === 0 && <p>{names.size === 0 ? words.unset : words.none}</p>}
        </Card>
        <May scope="settings">
          <AddSetting names={names} onAdd={change} />
        </May>
      </div>
      {base.isOld && (
        <ChangedMeanwhile
          load={() => newerRouterChanges(session, base.revision ?? 0)}
          revision={revision}
          mine={draft}
          onKeep={() => base.set(revision)}
          onTheirs={(names) => {
            setDraft(new Map([...draft].filter(([name]) => !names.includes(name))));
            base.set(revision);
          }}
        />
      )}
      <div class="actions sticky">
        {done && draft.size === 0 && <Notice tone="good">{done}</Notice>}
        <Failure error={errors.rest} />
        {task.error && !errors.rest && <Notice tone="error">{texts.network.notSaved}</Notice>}
        {draft.size > 0 && (
          <>
            <strong>{fill(words.changes, { count: draft.size })}</strong>
            <button
              type="button"
              class="primary"
              disabled={task.busy || base.isOld}
              onClick={() => void openReview()}
            >
              {words.review}
            </button>
            <button type="button" onClick={() => setDraft(NONE)}>
              {words.discard}
            </button>
          </>
        )}
      </div>
      {reviewing && (
        <ReviewDialog
          changes={differences(settings, applied(settings, draft))}
          onLeave={() => setReviewing(false)}
          onYes={() => void write()}
        />
      )}
    </>
  );
}

/** Saved and new settings, sorted by name. Settings to be removed stay visible until they are. */
function rowsOf(
  settings: Settings,
  draft: Draft,
  search: string,
): readonly (readonly [string, string | null])[] {
  const wanted = search.trim().toLowerCase();
  return [...new Map<string, string | null>([...settings, ...draft])]
    .filter(([name, value]) => `${name}\n${value ?? settings.get(name)}`.toLowerCase().includes(wanted))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

interface SettingRowProps {
  readonly name: string;
  readonly value: string | null;
  readonly before: string | undefined;
  readonly error: ComponentChildren;
  readonly onValue: (value: string | null) => void;
}

function SettingRow({ name, value, before, error, onValue }: SettingRowProps) {
  const { texts, fill } = useI18n();
  const words = usePageTexts().advanced;
  const isChanged = value !== (before ?? null);
  const mark = value === null ? words.removed : before === undefined ? words.added : words.changed;
  return (
    <tr class={value === null ? "gone" : ""}>
      <th scope="row">
        <Dotted name={name} /> {isChanged && <span class="tag">{mark}</span>}
      </th>
      <td class="wide-cell">
        <ValueInput
          label={fill(words.valueOf, { name })}
          secret={holdsSecret(name, before ?? "")}
          disabled={value === null}
          value={value ?? before ?? ""}
          onValue={onValue}
        />
        {error && (
          <p class="wrong" role="alert">
            {error}
          </p>
        )}
      </td>
      <td class="end">
        {isChanged ? (
          <button
            type="button"
            aria-label={`${texts.common.undo}: ${name}`}
            onClick={() => onValue(before ?? null)}
          >
            {texts.common.undo}
          </button>
        ) : (
          <May scope="all">
            <button
              type="button"
              aria-label={`${texts.common.remove}: ${name}`}
              onClick={() => onValue(null)}
            >
              {texts.common.remove}
            </button>
          </May>
        )}
      </td>
    </tr>
  );
}
