import {
  NETWORK_KEYS,
  NETWORK_PREFIX,
  type NetworkKey,
  networkDefinition,
  prefixed,
} from "@pilothouse/protocol";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { Field } from "../../parts/field.js";
import { fieldErrors } from "../../parts/form.js";
import { isNewer, useBase } from "../../parts/meanwhile/base.js";
import { ChangedMeanwhile } from "../../parts/meanwhile/changed-meanwhile.js";
import { atRevision, newerRouterChanges } from "../../parts/meanwhile/newer-changes.js";
import { May, Needs } from "../../parts/needs.js";
import { Failure, Loading, Notice } from "../../parts/notice.js";
import { changedFields, type Form, unsavedFields, useDraft } from "../../state/drafts/drafts.js";
import { type NetworkChanges, networkSettings } from "../../state/drafts/network-values.js";
import { type I18n, useAppState, useI18n, useLoaded, useTask } from "../../state/hooks.js";
import { Lowered } from "../traffic/lowered.js";
import { allowedValues, isValid, SettingInput } from "./setting-input.js";

/** Settings are grouped by the third part of their key: "router.net.ssu.port" is in group ssu. */
const GROUPS = ["bw", "ntcp", "ssu", "other"] as const;
type Group = (typeof GROUPS)[number];
const groupOf = (key: NetworkKey): Group =>
  GROUPS.find((group) => key.startsWith(`${NETWORK_PREFIX}${group}.`)) ?? "other";

const FORM: Form<NetworkChanges> = { page: "network", empty: {} };

export function Network() {
  const { texts, announce, fill } = useI18n();
  const { session, live, drafts } = useAppState();
  const words = texts.network;
  const read = () => atRevision(session, () => session.ask(networkSettings()));
  const loaded = useLoaded(read, [session]);
  const traffic = useLoaded(() => session.call("pilothouse.traffic", {}), [session, loaded.value?.revision]);
  const [changes, draft] = useDraft(drafts, FORM);
  const count = Object.keys(changes).length;
  const base = useBase(drafts, FORM.page, loaded.value?.revision, count > 0);
  const { busy, error, run, clear } = useTask();
  const [saved, setSaved] = useState(false);

  if (loaded.value === undefined) return <Loading of={loaded} />;
  const { value: values, revision } = loaded.value;

  const change = (key: NetworkKey, value: string) => {
    draft.set(changedFields(changes, { [key]: values[key] ?? "" }, { [key]: value }));
    setSaved(false);
    clear();
  };
  const isWrong = Object.entries(changes).some(([key, value]) => !isValid(key as NetworkKey, value));
  const save = () =>
    run(async () => {
      try {
        await session.ask(networkSettings(changes, base.revision));
      } catch (error) {
        if (!isNewer(error)) throw error;
        return loaded.reload();
      }
      const fresh = await read();
      loaded.replace(fresh);
      base.set(fresh.revision);
      // Keep what was typed while it was being saved.
      draft.update((now) => unsavedFields(now, changes));
      setSaved(true);
      announce(words.saved);
      await live.poll();
    });
  const errors = fieldErrors(error, NETWORK_KEYS.map(prefixed));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {base.isOld && (
        <ChangedMeanwhile
          load={() => newerRouterChanges(session, base.revision ?? 0)}
          revision={revision}
          mine={new Map(Object.entries(changes).map(([key, value]) => [prefixed(key), value]))}
          onKeep={() => base.set(revision)}
          onTheirs={(names) => {
            draft.update((now) => withoutKeys(now, names));
            base.set(revision);
          }}
        />
      )}
      <Needs scope="settings">
        <div class="columns masonry">
          {GROUPS.map((group) => (
            <Card key={group} title={words.groups[group]}>
              {group === "bw" && <Lowered budget={traffic.value?.budget} />}
              {NETWORK_KEYS.filter((key) => groupOf(key) === group).map((key) => (
                <Setting
                  key={key}
                  name={key}
                  value={changes[key] ?? values[key] ?? null}
                  changed={Object.hasOwn(changes, key)}
                  error={errors.at(prefixed(key))}
                  onValue={(value) => change(key, value)}
                />
              ))}
            </Card>
          ))}
        </div>
      </Needs>
      <Failure error={errors.rest} />
      <May scope="settings">
        <div class="actions sticky">
          {error && <Notice tone="error">{words.notSaved}</Notice>}
          {isWrong && <Notice tone="warning">{words.correct}</Notice>}
          {saved && count === 0 && <Notice tone="good">{words.saved}</Notice>}
          <button type="submit" class="primary" disabled={busy || count === 0 || isWrong || base.isOld}>
            {count === 0 ? words.nothing : fill(words.save, { count })}
          </button>
          {count > 0 && (
            <button
              type="button"
              onClick={() => {
                draft.set({});
                clear();
              }}
            >
              {words.discard}
            </button>
          )}
        </div>
      </May>
    </form>
  );
}

const withoutKeys = (changes: NetworkChanges, names: readonly string[]): NetworkChanges =>
  Object.fromEntries(Object.entries(changes).filter(([key]) => !names.includes(prefixed(key))));

interface SettingProps {
  readonly name: NetworkKey;
  readonly value: string | null;
  readonly changed: boolean;
  readonly error: ComponentChildren;
  readonly onValue: (value: string) => void;
}

function Setting({ name, value, changed, error, onValue }: SettingProps) {
  const i18n = useI18n();
  const { texts } = i18n;
  const wrong = changed && value !== null && !isValid(name, value);
  const label = (
    <>
      {texts.network.fields[name].label}{" "}
      {networkDefinition(name).restart && <span class="tag">{texts.network.needsRestart}</span>}
    </>
  );
  return (
    <Field label={label} help={help(name, i18n)} error={wrong ? invalidText(name, i18n) : error}>
      {(control) => (
        <SettingInput name={name} control={control} value={value} texts={texts} onValue={onValue} />
      )}
    </Field>
  );
}

/** The largest 32-bit number is no useful limit to show. */
const LARGEST = 2 ** 31 - 1;

/** What the setting is for, and its allowed values. */
function help(key: NetworkKey, { texts, format, fill }: I18n): string {
  const { range, options, readOnly } = allowedValues(key);
  const words = texts.network;
  const taken =
    range && range.most !== LARGEST
      ? fill(words.range, { least: format.count(range.least), most: format.count(range.most) })
      : range || options || readOnly
        ? ""
        : words.host;
  return [words.fields[key].help, taken].filter(Boolean).join(" ");
}

/** The error for an invalid value. */
function invalidText(key: NetworkKey, { texts, format, fill }: I18n): string {
  const { range } = allowedValues(key);
  const words = texts.network;
  if (range === undefined) return words.host;
  return range.most === LARGEST
    ? fill(words.wantsAtLeast, { least: format.count(range.least) })
    : fill(words.wantsRange, { least: format.count(range.least), most: format.count(range.most) });
}
