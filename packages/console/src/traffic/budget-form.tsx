import type { Result } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Card } from "../parts/card.js";
import { Field } from "../parts/field.js";
import { Failure, Notice } from "../parts/notice.js";
import { FixedNotice } from "../service-settings/fixed-notice.js";
import {
  type ServiceSettings,
  type ServiceValues,
  textOf,
} from "../service-settings/use-service-settings.js";
import { useI18n, useTask } from "../state/hooks.js";
import { usePageTexts } from "../state/page-texts.js";

const MONTHLY = "budget.monthly";
const DAY = "budget.day";
const UNITS = ["GB", "TB", "MB", "GiB", "TiB", "MiB"];

export interface BudgetProps {
  readonly budget: Result<"pilothouse.traffic">["budget"];
  readonly settings: ServiceSettings;
  readonly onChanged: () => Promise<void>;
}

/** The monthly budget: its size, first day, and how much is used. */
export function BudgetForm({ budget, settings, onChanged }: BudgetProps) {
  const { texts, format, announce } = useI18n();
  const { traffic: words, notifications } = usePageTexts();
  const task = useTask();
  const [saved, setSaved] = useState(false);
  const stored = textOf(settings.get(MONTHLY)?.value);
  const [, number = "", unit = ""] = /^([\d.]+)\s?(\w+)$/.exec(stored) ?? [];
  // Undefined: not edited, so show the service's value.
  const [amount, setAmount] = useState<string>();
  const [unitNow, setUnit] = useState<string>();
  const [day, setDay] = useState<string>();
  const fixed = settings.fixedAt(MONTHLY);
  const fixedDay = settings.fixedAt(DAY);
  const save = (values: ServiceValues) =>
    task.run(async () => {
      await settings.save(values);
      for (const reset of [setAmount, setUnit, setDay]) reset(undefined);
      setSaved(true);
      announce(notifications.saved);
      await onChanged();
    });
  const wanted = {
    ...(fixed === undefined && {
      [MONTHLY]: (amount ?? number) === "" ? null : `${amount ?? number}${unitNow ?? (unit || "GB")}`,
    }),
    ...(fixedDay === undefined && { [DAY]: Number(day ?? textOf(settings.get(DAY)?.value)) }),
  };
  const units = [...(unit === "" || UNITS.includes(unit) ? [] : [unit]), ...UNITS];
  return (
    <Card needs="all" title={words.budget} about={words.budgetMore}>
      {budget !== null && budget.limit !== null && (
        <div class="stack">
          <p>
            {texts.health.budget(
              format.bytes(budget.used),
              format.bytes(budget.limit),
              format.date(budget.ends),
            )}{" "}
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
          void save(wanted);
        }}
        onInput={() => setSaved(false)}
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
              value={amount ?? number}
              onInput={(event) => setAmount(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={words.unit}>
          {(control) => (
            <select
              {...control}
              disabled={fixed !== undefined}
              value={unitNow ?? (unit || "GB")}
              onChange={(event) => setUnit(event.currentTarget.value)}
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
              value={day ?? textOf(settings.get(DAY)?.value)}
              onInput={(event) => setDay(event.currentTarget.value)}
            />
          )}
        </Field>
        <div class="actions">
          <button
            type="submit"
            class="primary"
            disabled={task.busy || Object.keys(wanted).length === 0 || settings.loaded.value === undefined}
          >
            {notifications.save}
          </button>
          {stored !== "" && fixed === undefined && (
            <button type="button" disabled={task.busy} onClick={() => void save({ [MONTHLY]: null })}>
              {words.remove}
            </button>
          )}
        </div>
      </form>
    </Card>
  );
}
