import type { BudgetPreview as Preview, Result } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { Dialog } from "../../parts/dialog.js";
import { ChoiceField, Form, fieldErrors, TextField } from "../../parts/form.js";
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
import { BudgetPreview, lowersMore, previewOf, useBudgetPreview } from "./budget-preview.js";
import { Lowered } from "./lowered.js";

const MONTHLY = "budget.monthly";
const DAY = "budget.day";
/** As the service takes them, and the place of their names in the texts. */
const UNITS = [
  ["GB", "decimal", 3],
  ["TB", "decimal", 4],
  ["MB", "decimal", 2],
  ["GiB", "bytes", 3],
  ["TiB", "bytes", 4],
  ["MiB", "bytes", 2],
] as const;

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
  const { drafts, session } = useAppState();
  const { traffic: words, notifications } = usePageTexts();
  const task = useTask();
  const [saved, setSaved] = useState(false);
  const [asks, setAsks] = useState<Preview>();
  const stored = textOf(settings.get(MONTHLY)?.value);
  const [, number = "", unit = "GB"] = /^([\d.]+)\s?([A-Za-z]+)$/.exec(stored) ?? [];
  const savedFields: BudgetFields = { amount: number, unit, day: textOf(settings.get(DAY)?.value) };
  const [changes, draft] = useDraft(drafts, FORM);
  const shown = { ...savedFields, ...changes };
  const change = (next: Partial<BudgetFields>) => {
    setSaved(false);
    draft.set(changedFields(changes, savedFields, next));
  };
  const amount = shown.unit.endsWith("iB") ? format.bytes : format.decimal;
  const isChanged = Object.keys(changes).length > 0;
  const fixed = settings.fixedAt(MONTHLY);
  const fixedDay = settings.fixedAt(DAY);
  const store = async (values: ServiceValues, done: Partial<BudgetFields>) => {
    await settings.save(values);
    // Keep what was typed while it was being saved.
    draft.update((now) => unsavedFields(now, done));
    setSaved(true);
    announce(notifications.saved);
    await onChanged();
  };
  const save = (values: ServiceValues, done: Partial<BudgetFields>) => task.run(() => store(values, done));
  const remove = () => {
    const { day: _kept, ...done } = changes;
    void save({ [MONTHLY]: null }, done);
  };
  const wanted = {
    ...(fixed === undefined && { [MONTHLY]: shown.amount === "" ? null : `${shown.amount}${shown.unit}` }),
    ...(fixedDay === undefined && { [DAY]: Number(shown.day) }),
  };
  const isTyped = isChanged && Number(shown.amount || "1") > 0 && Number(shown.day) >= 1;
  const preview = useBudgetPreview(isTyped ? wanted : undefined);
  const submit = () =>
    task.run(async () => {
      const would = await previewOf(session, wanted);
      if (would && lowersMore(would, budget)) setAsks(would);
      else await store(wanted, changes);
    });
  const errors = fieldErrors(task.error, [MONTHLY, DAY]);
  const named = UNITS.map(([one, system, power]) => [one, texts.units[system][power] ?? one] as const);
  const units = UNITS.some(([one]) => one === unit) ? named : [[unit, unit] as const, ...named];
  return (
    <Card needs="all" title={words.budget} about={words.budgetMore}>
      {budget !== null && budget.limit !== null && (
        <div class="stack">
          <p>
            {fill(texts.health.budget, {
              used: amount(budget.used),
              limit: amount(budget.limit),
              ends: format.date(budget.ends),
            })}
          </p>
          <meter
            aria-label={words.budget}
            min={0}
            max={budget.limit}
            value={Math.min(budget.used, budget.limit)}
          />
        </div>
      )}
      <Lowered budget={budget} />
      {isChanged && <SettingsMeanwhile settings={settings} mine={wanted} onTheirs={() => draft.set({})} />}
      <FixedNotice where={fixed ?? fixedDay} />
      {saved && <Notice tone="good">{notifications.saved}</Notice>}
      <Form
        class="row"
        task={task}
        errors={errors}
        submit={notifications.save}
        blocked={!isChanged || settings.loaded.value === undefined || settings.base.isOld}
        onSubmit={() => void submit()}
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
          error={errors.at(MONTHLY)}
          class="short"
          type="number"
          min={0.001}
          max={1_000_000}
          step="any"
          disabled={fixed !== undefined}
          value={shown.amount}
          onValue={(amount) => change({ amount })}
        />
        <ChoiceField
          label={words.unit}
          disabled={fixed !== undefined}
          value={shown.unit}
          options={units}
          onValue={(next) => change({ unit: next })}
        />
        <TextField
          label={words.day}
          error={errors.at(DAY)}
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
      {isTyped && preview !== undefined && (
        <section class="notice info" aria-label={words.preview.ifSaved} aria-live="polite">
          <div>
            <p>{words.preview.ifSaved}:</p>
            <BudgetPreview preview={preview} amount={amount} />
          </div>
        </section>
      )}
      {asks && (
        <Dialog
          title={words.preview.lowerTitle}
          yes={words.preview.lowerYes}
          onLeave={() => setAsks(undefined)}
          onYes={() => {
            setAsks(undefined);
            void save(wanted, changes);
          }}
        >
          <BudgetPreview preview={asks} amount={amount} />
        </Dialog>
      )}
    </Card>
  );
}
