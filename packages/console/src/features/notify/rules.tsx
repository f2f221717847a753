import type { RuleEntry } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { ChoiceField } from "../../parts/form.js";
import { Failure } from "../../parts/notice.js";
import { Table } from "../../parts/table.js";
import { useI18n, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { titleOf } from "../health/health.js";
import {
  FixedNotice,
  listIn,
  type ServiceSettings,
  type ServiceValues,
  textOf,
} from "../service-settings.js";

const MINUTE = 60_000;
const OFF = "notify.off";
const PAUSE = "notify.pause";
/** As the service writes them. */
const PAUSES: { readonly [text: string]: number } = {
  "15m": 15 * MINUTE,
  "60m": 60 * MINUTE,
  "3h": 180 * MINUTE,
  "12h": 720 * MINUTE,
  "24h": 1_440 * MINUTE,
};

interface RulesProps {
  readonly rules: readonly RuleEntry[];
  readonly settings: ServiceSettings;
  readonly onChanged: () => Promise<void>;
}

/** Which events are notified, each with a switch, and how often. */
export function Rules({ rules, settings, onChanged }: RulesProps) {
  const { texts, format, announce, fill } = useI18n();
  const { notifications: words } = usePageTexts();
  const task = useTask();
  // Optimistic: the switch moves at once, then shows what the service answered.
  const [wanted, setWanted] = useState<readonly string[]>();
  const off = wanted ?? listIn(settings.get(OFF)?.value);
  const fixedOff = settings.fixedAt(OFF);
  const fixedPause = settings.fixedAt(PAUSE);
  const pause = textOf(settings.get(PAUSE)?.value);
  const save = (values: ServiceValues) =>
    task.run(async () => {
      await settings.save(values);
      announce(words.saved);
      await onChanged();
    });
  const toggle = (key: string, on: boolean) => {
    const next = on ? off.filter((one) => one !== key) : [...off, key];
    setWanted(next);
    void save({ [OFF]: next }).finally(() => setWanted(undefined));
  };
  const ofFleet: { readonly [key: string]: string } = words.fleetRules;
  const nameOf = (key: string) => ofFleet[key] ?? titleOf(key, texts);
  const isLocked = task.busy || settings.loaded.value === undefined;
  return (
    <Card needs="all" title={words.rules}>
      <Failure error={task.error} />
      <FixedNotice where={fixedOff} />
      <Table caption={words.rules} columns={[words.rule, words.after, words.state]} stacks>
        {rules.map(({ key, minutes, holds }) => (
          <tr key={key}>
            <th scope="row">
              <label class="check">
                <input
                  type="checkbox"
                  // biome-ignore lint/a11y/useAriaPropsForRole: the box itself says whether it is checked.
                  role="switch"
                  class="switch"
                  aria-label={nameOf(key)}
                  checked={!off.includes(key)}
                  disabled={isLocked || fixedOff !== undefined}
                  onChange={(event) => toggle(key, event.currentTarget.checked)}
                />
                <span>
                  {nameOf(key)} <code class="about wide-only">{key}</code>
                </span>
              </label>
            </th>
            <td data-column={words.after}>
              {off.includes(key)
                ? words.isOff
                : minutes === 0
                  ? words.atOnce
                  : fill(words.afterMinutes, { time: format.duration(minutes * MINUTE) })}
            </td>
            <td data-column={words.state} class={holds ? "" : "none"}>
              {holds ? <span class="tag bad">{words.holds}</span> : "–"}
            </td>
          </tr>
        ))}
      </Table>
      <ChoiceField
        label={words.pause}
        help={fixedPause && fill(words.fixed, { where: fixedPause })}
        class="short"
        value={pause}
        disabled={isLocked || fixedPause !== undefined}
        options={[
          ...(Object.hasOwn(PAUSES, pause) ? [] : [[pause, pause] as const]),
          ...Object.entries(PAUSES).map(([text, ms]) => [text, format.duration(ms)] as const),
        ]}
        onValue={(next) => void save({ [PAUSE]: next })}
      />
    </Card>
  );
}
