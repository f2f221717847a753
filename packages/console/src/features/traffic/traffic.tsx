import { Card } from "../../parts/card.js";
import { Failure, Loading } from "../../parts/notice.js";
import { useAppState, usePolled } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { useServiceSettings } from "../service-settings.js";
import { BudgetForm } from "./budget-form.js";
import { ScheduleForm } from "./schedule-form.js";
import { TrafficTable } from "./traffic-table.js";

const EVERY = 30_000;

/** Traffic totals, the monthly budget and the schedule of limits. */
export function Traffic() {
  const { session } = useAppState();
  const { traffic: words } = usePageTexts();
  const loaded = usePolled(() => session.call("pilothouse.traffic", {}), EVERY, [session]);
  const { value, reload } = loaded;
  const settings = useServiceSettings("traffic");
  const parts = { budget: value?.budget ?? null, settings, onChanged: reload };
  return (
    <>
      <Loading of={loaded} />
      <Failure error={settings.loaded.error} retry={settings.loaded.reload} />
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
