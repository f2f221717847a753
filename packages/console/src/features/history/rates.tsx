import { ask } from "@pilothouse/client/browser";
import { PERIOD, RATE_STAT_NAMES, type RateStat, type Result } from "@pilothouse/protocol";
import { useId, useState } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { ChoiceField, Form, fieldErrors, TextField } from "../../parts/form.js";
import { Failure } from "../../parts/notice.js";
import { Table } from "../../parts/table.js";
import { useAppState, useI18n, useLoaded, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { shownAs } from "./stats.js";

const UNITS = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
type Unit = keyof typeof UNITS;
const UNIT_NAMES = Object.keys(UNITS) as readonly Unit[];

/** Five periods of eight statistics fit into one batch. */
const PERIODS = [UNITS.minute, 15 * UNITS.minute, UNITS.hour, UNITS.day, PERIOD.most] as const;

export function Rates() {
  const { rates: words } = usePageTexts();
  return (
    <div class="columns wide">
      <Card about={words.about}>
        <RateForm />
      </Card>
      <RateTable />
    </div>
  );
}

interface RateAnswer {
  readonly stat: string;
  readonly period: number;
  readonly value: number;
  /** When the recording began, if that is later than the beginning of the period. */
  readonly since: number | undefined;
}

/** What was recorded: since when, and for how long. */
const recordedOf = ({ since, time }: Result<"pilothouse.traffic">) => ({
  since: since ?? time,
  watched: time - (since ?? time),
});

/** Asks for any statistic over any period. */
function RateForm() {
  const { texts, format, fill } = useI18n();
  const words = usePageTexts().rates;
  const { session } = useAppState();
  const [stat, setStat] = useState<string>("bw.combined" satisfies RateStat);
  const [amount, setAmount] = useState("5");
  const [unit, setUnit] = useState<Unit>("minute");
  const [answer, setAnswer] = useState<RateAnswer>();
  const task = useTask();
  const errors = fieldErrors(task.error, ["Stat"]);
  const list = useId();

  const send = () =>
    task.run(async () => {
      setAnswer(undefined);
      const period = Math.round(Number(amount) * UNITS[unit]);
      const [value, traffic] = await Promise.all([
        session.ask(ask.rate(stat, period)),
        session.call("pilothouse.traffic", {}),
      ]);
      const { since, watched } = recordedOf(traffic);
      // The router may keep other statistics itself, for longer.
      const isShort = RATE_STAT_NAMES.some((name) => name === stat) && period > watched;
      setAnswer({ stat, period, value, since: isShort ? since : undefined });
    });
  const periodText = ({ period, since }: RateAnswer) =>
    since === undefined ? format.duration(period) : fill(texts.common.since, { time: format.time(since) });
  return (
    <Form
      class="row"
      task={task}
      errors={errors}
      submit={words.ask}
      onSubmit={() => void send()}
      after={
        <output class="answer">
          {answer && (
            <>
              <code>{answer.stat}</code> ({periodText(answer)}):{" "}
              <b>{shownAs(answer.stat, format)(answer.value)}</b>
            </>
          )}
        </output>
      }
    >
      <TextField
        label={words.stat}
        error={errors.at("Stat")}
        list={list}
        required
        autocomplete="off"
        value={stat}
        onValue={setStat}
      />
      <datalist id={list}>
        {RATE_STAT_NAMES.map((name) => (
          <option key={name} value={name}>
            {texts.stats[name]}
          </option>
        ))}
      </datalist>
      <TextField
        label={words.period}
        class="short"
        type="number"
        min={PERIOD.least / UNITS[unit]}
        max={PERIOD.most / UNITS[unit]}
        step="any"
        required
        value={amount}
        onValue={setAmount}
      />
      <ChoiceField
        label={words.unit}
        value={unit}
        options={UNIT_NAMES.map((name) => [name, words.units[name]])}
        onValue={setUnit}
      />
    </Form>
  );
}

/** All statistics over a few periods, in one request. */
function RateTable() {
  const { texts, format, fill } = useI18n();
  const words = usePageTexts().rates;
  const { session } = useAppState();
  const { value, error, reload } = useLoaded(async () => {
    const [traffic, ...means] = await Promise.all([
      session.call("pilothouse.traffic", {}),
      ...RATE_STAT_NAMES.map((stat) =>
        Promise.all(PERIODS.map((period) => session.ask(ask.rate(stat, period)))),
      ),
    ]);
    return { means, ...recordedOf(traffic) };
  }, [session]);
  // Periods longer than the recorded time all have the same mean: show one column for them, labelled with its start.
  const full = PERIODS.filter((period) => value === undefined || period <= value.watched);
  const columns = PERIODS.slice(0, full.length + 1).map((period, index) => ({
    period,
    label:
      index < full.length || value === undefined
        ? format.span(period)
        : fill(texts.common.since, { time: format.time(value.since) }),
  }));
  return (
    <Card
      title={words.periods}
      aside={
        <button type="button" onClick={() => void reload()}>
          {texts.common.refresh}
        </button>
      }
    >
      <Failure error={error} retry={reload} />
      <Table caption={words.periods} columns={[words.stat, ...columns.map(({ label }) => label)]} stacks>
        {RATE_STAT_NAMES.map((stat, row) => (
          <tr key={stat}>
            <th scope="row">
              {texts.stats[stat]} <code class="about">{stat}</code>
            </th>
            {columns.map(({ period, label }, column) => {
              const mean = value?.means[row]?.[column];
              return (
                <td key={period} class="number" data-column={label}>
                  {mean === undefined ? "–" : shownAs(stat, format)(mean)}
                </td>
              );
            })}
          </tr>
        ))}
      </Table>
    </Card>
  );
}
