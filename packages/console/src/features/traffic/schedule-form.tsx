import { useState } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { Icon } from "../../parts/icon.js";
import { Failure, Notice } from "../../parts/notice.js";
import { type Form, useDraft } from "../../state/drafts/drafts.js";
import { useAppState, useI18n, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { FixedNotice } from "../service-settings/fixed-notice.js";
import { listIn } from "../service-settings/use-service-settings.js";
import type { BudgetProps } from "./budget-form.js";
import { type Line, lineText, NEW_LINE, parseLine } from "./schedule-line.js";

const SCHEDULE = "budget.schedule";
/** Undefined: not edited, so show the service's value. */
const FORM: Form<readonly Line[] | undefined> = { page: "traffic", empty: undefined };

/** Limits by hour and weekday, one per line. */
export function ScheduleForm({ budget, settings, onChanged }: BudgetProps) {
  const { texts, announce } = useI18n();
  const { traffic: words, notifications } = usePageTexts();
  const task = useTask();
  const [saved, setSaved] = useState(false);
  const [draft, cell] = useDraft(useAppState().drafts, FORM);
  const stored = listIn(settings.get(SCHEDULE)?.value).map(parseLine);
  const lines = draft ?? stored;
  const fixed = settings.fixedAt(SCHEDULE);
  const change = (next: readonly Line[]) => {
    setSaved(false);
    cell.set(JSON.stringify(next) === JSON.stringify(stored) ? undefined : next);
  };
  const written = lines.map(lineText);
  const isWhole = !written.includes(undefined);
  const save = () =>
    task.run(async () => {
      await settings.save({ [SCHEDULE]: written.flatMap((text) => text ?? []) });
      // Keep what was changed while it was being saved.
      cell.update((now) => (now === draft ? undefined : now));
      setSaved(true);
      announce(notifications.saved);
      await onChanged();
    });
  return (
    <Card needs="all" title={words.schedule} about={words.scheduleMore}>
      {budget !== null && budget.schedule !== null && (
        <p>
          {words.holdsNow} <code>{budget.schedule}</code>
        </p>
      )}
      <FixedNotice where={fixed} />
      <Failure error={task.error} />
      {saved && <Notice tone="good">{notifications.saved}</Notice>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isWhole) void save();
        }}
      >
        <fieldset class="plain" disabled={fixed !== undefined}>
          {lines.length === 0 && <p>{words.noLines}</p>}
          {lines.map((line, index) => (
            <LineFields
              key={index}
              number={index + 1}
              line={line}
              isWrong={written[index] === undefined}
              onLine={(next) => change(lines.map((one, at) => (at === index ? next : one)))}
              onRemove={() => change(lines.filter((_, at) => at !== index))}
            />
          ))}
          <div class="actions">
            <button type="button" onClick={() => change([...lines, NEW_LINE])}>
              <Icon name="plus" /> {words.addLine}
            </button>
            <button type="submit" class="primary" disabled={task.busy || draft === undefined || !isWhole}>
              {notifications.save}
            </button>
            {draft !== undefined && (
              <button type="button" onClick={() => cell.set(undefined)}>
                {texts.network.discard}
              </button>
            )}
          </div>
        </fieldset>
      </form>
    </Card>
  );
}

interface LineProps {
  readonly number: number;
  readonly line: Line;
  readonly isWrong: boolean;
  readonly onLine: (line: Line) => void;
  readonly onRemove: () => void;
}

/** A Monday. */
const FIRST_DAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

function LineFields({ number, line, isWrong, onLine, onRemove }: LineProps) {
  const { texts, language, format, fill } = useI18n();
  const { traffic: words } = usePageTexts();
  const rate = fill(texts.units.perSecond, { unit: texts.units.bytes[1] ?? "" });
  const weekday = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" });
  const time = (name: "from" | "to") => (
    <label class="small-field">
      {words[name]}
      <input
        type="time"
        required
        value={line[name]}
        onInput={(event) => onLine({ ...line, [name]: event.currentTarget.value })}
      />
    </label>
  );
  const limit = (name: "in" | "out" | "share", unit: string) => (
    <label class="small-field">
      {`${words[name]}, ${unit}`}
      <input
        type="number"
        min={0}
        max={name === "share" ? 100 : 2_147_483_647}
        step={1}
        value={line[name]}
        onInput={(event) => onLine({ ...line, [name]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <fieldset class="schedule-line">
      <legend class="unseen">{fill(words.line, { number: format.count(number) })}</legend>
      <div class="days">
        {line.days.map((isOn, day) => (
          <label key={day} class="day">
            <input
              type="checkbox"
              checked={isOn}
              onChange={({ currentTarget: { checked } }) =>
                onLine({ ...line, days: line.days.map((one, at) => (at === day ? checked : one)) })
              }
            />
            {weekday.format(FIRST_DAY + day * DAY_MS)}
          </label>
        ))}
      </div>
      {time("from")}
      {time("to")}
      {limit("in", rate)}
      {limit("out", rate)}
      {limit("share", "%")}
      <button type="button" class="small" onClick={onRemove}>
        {texts.common.remove}
      </button>
      {isWrong && <p class="wrong">{words.lineNeeds}</p>}
    </fieldset>
  );
}
