import type { Result } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { Field } from "../../parts/field.js";
import { Failure, Notice } from "../../parts/notice.js";
import { changedFields, type Form, unsavedFields, useDraft } from "../../state/drafts/drafts.js";
import { useAppState, useI18n, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { FixedNotice } from "../service-settings/fixed-notice.js";
import {
  type ServiceSettings,
  type ServiceValues,
  textOf,
} from "../service-settings/use-service-settings.js";

const MONTHLY = "budget.monthly";
const DAY = "budget.day";
const UNITS = ["GB", "TB", "MB", "GiB", "TiB", "MiB"];

interface BudgetFields {
  readonly amount: string;
  readonly unit: string;
  readonly day: string;
}
const FORM: Form<Partial<BudgetFields>> = { page: "traffic", empty: {} };

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
      <FixedNotice where={fixed ?? fixedDay} />
      <Failure error={task.error} />
      {saved && <Notice tone="good">{notifications.saved}</Notice>}
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void save(wanted, changes);
        }}
      >
        <Field label={words.amount}>
          {(control) => (
            <input
              {...control}
              class="short"
              type="number"
              min={0.001}
              step="any"
              disabled={fixed !== undefined}
              value={shown.amount}
              onInput={(event) => change({ amount: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label={words.unit}>
          {(control) => (
            <select
              {...control}
              disabled={fixed !== undefined}
              value={shown.unit}
              onChange={(event) => change({ unit: event.currentTarget.value })}
            >
              {units.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label={words.day}>
          {(control) => (
            <input
              {...control}
              class="short"
              type="number"
              min={1}
              max={28}
              required
              disabled={fixedDay !== undefined}
              value={shown.day}
              onInput={(event) => change({ day: event.currentTarget.value })}
            />
          )}
        </Field>
        <div class="actions">
          <button
            type="submit"
            class="primary"
            disabled={task.busy || !isChanged || settings.loaded.value === undefined}
          >
            {notifications.save}
          </button>
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
        </div>
      </form>
    </Card>
  );
}
