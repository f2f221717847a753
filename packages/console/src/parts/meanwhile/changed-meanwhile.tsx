import type { SettingDifference } from "@pilothouse/protocol";
import { useEffect, useRef } from "preact/hooks";
import { actorWords } from "../../reasons/actor-words.js";
import { useI18n, useLoaded } from "../../state/hooks.js";
import { Failure } from "../notice.js";
import { Differences } from "./differences.js";

/** What somebody else has changed. */
export interface NewerChange {
  readonly by: string;
  readonly at: number;
  readonly differences: readonly SettingDifference[];
}

interface ChangedMeanwhileProps {
  readonly load: () => Promise<readonly NewerChange[]>;
  /** Loads again when it changes. */
  readonly revision: number | undefined;
  /** What was typed here, by the name of the setting. */
  readonly mine: ReadonlyMap<string, string | null>;
  /** Goes on with what was typed. */
  readonly onKeep: () => void;
  /** Forgets what was typed for these settings, and goes on. */
  readonly onTheirs: (names: readonly string[]) => void;
}

/** Says who changed what since a form was begun, and asks what counts where both changed the same setting. */
export function ChangedMeanwhile({ load, revision, mine, onKeep, onTheirs }: ChangedMeanwhileProps) {
  const { texts, format, fill } = useI18n();
  const words = texts.meanwhile;
  const { value: changes = [], error, reload } = useLoaded(load, [revision]);
  const names = new Set(changes.flatMap(({ differences }) => differences.map(({ name }) => name)));
  const place = useRef<HTMLDivElement>(null);
  // The button that saves may be far below.
  useEffect(() => place.current?.scrollIntoView({ block: "nearest" }), []);
  const both = [...mine].filter(([name]) => names.has(name));
  return (
    <div class="notice warning" role="alert" ref={place}>
      <strong>{words.title}</strong>
      <Failure error={error} retry={reload} />
      {changes.map(({ by, at, differences }) => (
        <div key={`${at} ${by}`}>
          {fill(words.who, { by: actorWords(by, texts), time: format.time(at) })}
          <Differences of={differences} />
        </div>
      ))}
      {both.length > 0 && (
        <>
          {words.yours}
          <Differences of={both.map(([name, value]) => ({ name, old: null, new: value }))} />
        </>
      )}
      <div class="actions">
        {both.length > 0 && (
          <button type="button" onClick={() => onTheirs(both.map(([name]) => name))}>
            {words.theirs}
          </button>
        )}
        <button type="button" onClick={onKeep}>
          {both.length > 0 ? words.keep : texts.common.next}
        </button>
      </div>
    </div>
  );
}
