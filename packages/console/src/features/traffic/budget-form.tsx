import type { Result } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { ChoiceField, Form, TextField } from "../../parts/form.js";
import { Notice } from "../../parts/notice.js";
import { changedFields, type Form as DraftForm, unsavedFields, useDraft } from "../../state/drafts/drafts.js";
import { useAppState, useI18n, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import {
  FixedNotice,
  type ServiceSettings,
  type ServiceValues,
  SettingsMeanwhile,
  textOf,
} from "../service-settings.js";

const MONTHLY = "budget.monthly";
const DAY = "budget.day";
const UNITS = ["GB", "TB", "MB", "GiB", "TiB", "MiB"];

interface BudgetFields {
  readonly amount: string;
  readonly unit: string;
  readonly day: string;
}
const FORM: DraftForm<Partial<BudgetFields>> = { page: "traffic", empty: {} };

export interface BudgetProps {
  readonly budget: Result<"pilothouse.traffic">["budget"];
  readonly settings: ServiceSettings;
  readonly onChanged: () => Promise<void>;
}

/** The monthly budget: its size, first day, and how much is used. */
export function BudgetForm({ budget, settings, onChanged }: BudgetProps) {
  const { texts, format, announce, fill } = useI18n();
  const { drafts } = useAppState();
  const { traffic: words, notifications } = usePageTexts();
  const task = useTask();
  const [saved, setSaved] = useState(false);
  const stored = textOf(settings.get(MONTHLY)?.value);
  const [, number = "", unit = "GB"] = /^([\d.]+)\s?([A-Za-z]+)$/.exec(stored) ?? [];
  const savedFields: BudgetFields = { amount: number, unit, day: textOf(settings.get(DAY)?.value) };
  const [changes, draft] = useDraft(drafts, FORM);
  const shown = { ...savedFields, ...changes };
  const change = (next: Partial<BudgetFields>) => {
    setSaved(false);
    draft.set(changedFields(changes, savedFields, next));
  };
  const isChanged = Object.keys(changes).length > 0;
  const fixed = settings.fixedAt(MONTHLY);
  const fixedDay = settings.fixedAt(DAY);
  const save = (values: ServiceValues, done: Partial<BudgetFields>) =>
    task.run(async () => {
      await settings.save(values);
      // Keep what was typed while it was being saved.
      draft.update((now) => unsavedFields(now, done));
      setSaved(true);
      announce(notifications.saved);
      await onChanged();
    });
  const remove = () => {
    const { day: _kept, ...done } = changes;
    void save({ [MONTHLY]: null }, done);
  };
  const wanted = {
    ...(fixed === undefined && { [MONTHLY]: shown.amount === "" ? null : `${shown.amount}${shown.unit}` }),
    ...(fixedDay === undefined && { [DAY]: Number(shown.day) }),
  };
  // 500 GB are 466 GiB: shows both where somebody has set the first.
  const limitAsSet = (limit: string) =>
    /^[KMGT]B$/.test(unit) && number !== "" ? `${number}\u00a0${unit} (${limit})` : limit;
  const units = [...(UNITS.includes(unit) ? [] : [unit]), ...UNITS];
  return (
    <Card needs="all" title={words.budget} about={words.budgetMore}>
      {budget !== null && budget.limit !== null && (
        <div class="stack">
          <p>
            {fill(texts.health.budget, {
              used: format.bytes(budget.used),
              limit: limitAsSet(format.bytes(budget.limit)),
              ends: format.date(budget.ends),
            })}{" "}
            {budget.lowered && texts.health.lowered}
          </p>
          <meter
            aria-label={words.budget}
            min={0}
            max={budget.limit}
            value={Math.min(budget.used, budget.limit)}
          />
        </div>
      )}
      {isChanged && <SettingsMeanwhile settings={settings} mine={wanted} onTheirs={() => draft.set({})} />}
      <FixedNotice where={fixed ?? fixedDay} />
      {saved && <Notice tone="good">{notifications.saved}</Notice>}
      <Form
        class="row"
        task={task}
        submit={notifications.save}
        blocked={!isChanged || settings.loaded.value === undefined || settings.base.isOld}
        onSubmit={() => void save(wanted, changes)}
        more={
          <>
            {isChanged && (
              <button type="button" onClick={() => draft.set({})}>
                {texts.network.discard}
              </button>
            )}
            {stored !== "" && fixed === undefined && (
              <button type="button" disabled={task.busy} onClick={remove}>
                {words.remove}
              </button>
            )}
          </>
        }
      >
        <TextField
          label={words.amount}
          class="short"
          type="number"
          min={0.001}
          step="any"
          disabled={fixed !== undefined}
          value={shown.amount}
          onValue={(amount) => change({ amount })}
        />
        <ChoiceField
          label={words.unit}
          disabled={fixed !== undefined}
          value={shown.unit}
          options={units.map((one) => [one, one])}
          onValue={(next) => change({ unit: next })}
        />
        <TextField
          label={words.day}
          class="short"
          type="number"
          min={1}
          max={28}
          required
          disabled={fixedDay !== undefined}
          value={shown.day}
          onValue={(day) => change({ day })}
        />
      </Form>
    </Card>
  );
}
