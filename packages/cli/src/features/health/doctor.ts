import { type Level, run } from "@pilothouse/system";
import type { Context, Run } from "../../command/context.js";
import { effectiveHere, type SettingFlags } from "../../local/flags.js";
import { servicesHere } from "../../services/services-here.js";
import { EXIT } from "../../terminal/exit.js";
import { cell } from "../../terminal/output.js";
import type { Style } from "../../terminal/style.js";
import { type CheckResult, examineSetup } from "./doctor/checks.js";

/** Whether everything is in order with the service on this machine, and what to do where it is not. */
export const doctor: Run<[], SettingFlags> = async (
  { env, out, drivers, features, table }: Context,
  _args,
  options,
) => {
  const machine = { env, now: Date.now(), run, drivers, features, table, services: servicesHere };
  const { findings } = await examineSetup(machine, () => effectiveHere(table, options, { asOwner: true }));
  const count = (level: Level) => findings.filter((one) => one.level === level).length;
  const problems = count("problem");
  const warnings = count("warning");
  out.result({ problems, warnings, findings }, () =>
    out.table(findings.flatMap((one) => rows(one, out.paint))),
  );
  if (!out.json) out.note(summary(problems, warnings));
  if (problems > 0) process.exitCode = EXIT.failed;
};

const COLOURS: { readonly [L in Level]: Style } = { ok: "green", warning: "yellow", problem: "red" };

function rows(answer: CheckResult, paint: Context["out"]["paint"]): string[][] {
  const seen = [
    paint(COLOURS[answer.level], answer.level),
    answer.check,
    cell(answer.saw.replaceAll(/\s+/g, " ")),
  ];
  return answer.level === "ok" ? [seen] : [seen, ["", "", paint("bold", `→ ${cell(answer.todo)}`)]];
}

function summary(problems: number, warnings: number): string {
  if (problems + warnings === 0) return "Everything is in order.";
  const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;
  return `${counted(problems, "problem")}, ${counted(warnings, "warning")}.`;
}
