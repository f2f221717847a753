import { useState } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { Icon } from "../../parts/icon.js";
import { Failure, Notice } from "../../parts/notice.js";
import { type Form, useDraft } from "../../state/drafts/drafts.js";
import { useAppState, useI18n, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { FixedNotice, listIn, SettingsMeanwhile } from "../service-settings.js";
import type { BudgetProps } from "./budget-form.js";
import { NEW_RULE, parseRule, ruleText, type ScheduleRule } from "./schedule-rule.js";

const SCHEDULE = "budget.schedule";
/** Undefined: not edited, so show the service's value. */
const FORM: Form<readonly ScheduleRule[] | undefined> = { page: "traffic", empty: undefined };

/** Limits by hour and weekday, one rule a line. */
export function ScheduleForm({ budget, settings, onChanged }: BudgetProps) {
  const { texts, announce } = useI18n();
  const { traffic: words, notifications } = usePageTexts();
  const task = useTask();
  const [saved, setSaved] = useState(false);
  const [draft, cell] = useDraft(useAppState().drafts, FORM);
  const stored = listIn(settings.get(SCHEDULE)?.value).map(parseRule);
  const rules = draft ?? stored;
  const fixed = settings.fixedAt(SCHEDULE);
  const change = (next: readonly ScheduleRule[]) => {
    setSaved(false);
    cell.set(JSON.stringify(next) === JSON.stringify(stored) ? undefined : next);
  };
  const written = rules.map(ruleText);
  const isComplete = !written.includes(undefined);
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
      {draft !== undefined && (
        <SettingsMeanwhile
          settings={settings}
          mine={{ [SCHEDULE]: written.flatMap((text) => text ?? []) }}
          onTheirs={() => cell.set(undefined)}
        />
      )}
      <FixedNotice where={fixed} />
      <Failure error={task.error} />
      {saved && <Notice tone="good">{notifications.saved}</Notice>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete) void save();
        }}
      >
        <fieldset class="plain" disabled={fixed !== undefined}>
          {rules.length === 0 && <p>{words.noLines}</p>}
          {rules.map((rule, index) => (
            <RuleFields
              key={index}
              number={index + 1}
              rule={rule}
              isWrong={written[index] === undefined}
              onRule={(next) => change(rules.map((one, at) => (at === index ? next : one)))}
              onRemove={() => change(rules.filter((_, at) => at !== index))}
            />
          ))}
          <div class="actions">
            <button type="button" onClick={() => change([...rules, NEW_RULE])}>
              <Icon name="plus" /> {words.addLine}
            </button>
            <button
              type="submit"
              class="primary"
              disabled={task.busy || draft === undefined || !isComplete || settings.base.isOld}
            >
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

interface RuleProps {
  readonly number: number;
  readonly rule: ScheduleRule;
  readonly isWrong: boolean;
  readonly onRule: (rule: ScheduleRule) => void;
  readonly onRemove: () => void;
}

/** A Monday. */
const FIRST_DAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

function RuleFields({ number, rule, isWrong, onRule, onRemove }: RuleProps) {
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
        value={rule[name]}
        onInput={(event) => onRule({ ...rule, [name]: event.currentTarget.value })}
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
        value={rule[name]}
        onInput={(event) => onRule({ ...rule, [name]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <fieldset class="schedule-line">
      <legend class="unseen">{fill(words.line, { number: format.count(number) })}</legend>
      <div class="days">
        {rule.days.map((isOn, day) => (
          <label key={day} class="day">
            <input
              type="checkbox"
              checked={isOn}
              onChange={({ currentTarget: { checked } }) =>
                onRule({ ...rule, days: rule.days.map((one, at) => (at === day ? checked : one)) })
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
