import { Card } from "../../parts/card.js";
import { Failure } from "../../parts/notice.js";
import { useAppState, useI18n, usePolled } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { useServiceSettings } from "../service-settings.js";
import { BudgetForm } from "./budget-form.js";
import { ScheduleForm } from "./schedule-form.js";
import { TrafficTable } from "./traffic-table.js";

const EVERY = 30_000;

/** Traffic totals, the monthly budget and the schedule of limits. */
export function Traffic() {
  const { texts } = useI18n();
  const { session } = useAppState();
  const { traffic: words } = usePageTexts();
  const { value, error, reload } = usePolled(() => session.call("pilothouse.traffic", {}), EVERY, [session]);
  const settings = useServiceSettings();
  const parts = { budget: value?.budget ?? null, settings, onChanged: reload };
  return (
    <>
      <Failure error={error ?? settings.loaded.error} retry={reload} />
      {value === undefined && error === undefined && <p>{texts.common.loading}</p>}
      {value && settings.loaded.value !== undefined && (
        <div class="columns wide">
          <div>
            <BudgetForm {...parts} />
            <ScheduleForm {...parts} />
          </div>
          <Card title={words.totals}>
            <TrafficTable traffic={value} open />
          </Card>
        </div>
      )}
    </>
  );
}
