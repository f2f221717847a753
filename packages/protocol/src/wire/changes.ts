import type { Method, ParamRow } from "../kernel/shapes.js";
import { METHOD_NAMES, type MethodName, methodRow, type Params } from "../tables/methods.js";
import type { Checked } from "./check.js";

type Judge = (checked: Checked) => boolean;

/** By its row, whether a call changes something; no entry for a method whose calls never do. */
const JUDGES = new Map(
  METHOD_NAMES.flatMap((name) => {
    const judge = judgeOf(methodRow(name));
    return judge === undefined ? [] : [[name, judge] as const];
  }),
);

function judgeOf(row: Method): Judge | undefined {
  switch (row.shape) {
    case "reads":
      return undefined;
    case "sets":
      return ({ params }) => (params as Params<"NetworkSetting">).writes.size > 0;
    case "acts":
      return () => true;
    case "call": {
      if (row.changes) return () => true;
      const changing = Object.entries<ParamRow>(row.params).flatMap(([key, param]) =>
        param.changes ? [key] : [],
      );
      if (changing.length === 0) return undefined;
      return ({ params }) => changing.some((key) => isGiven((params as { [key: string]: unknown })[key]));
    }
  }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== false;

/** Whether this call changes something, and so has to be recorded. */
export const changesSomething = (method: MethodName, checked: Checked): boolean =>
  JUDGES.get(method)?.(checked) ?? false;
