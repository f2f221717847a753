import Libsql from "libsql";
import type { Step } from "../run/run.js";

/** A service that is wrong on purpose: the model must notice it. */
export interface Fault {
  /** What it does wrong. */
  readonly name: string;
  /** Makes every service of this process so, until `mend`. */
  put(): void;
  /** The beginning of the sentence that does not hold then. */
  readonly breaks: string;
  /** A short sequence that shows it. */
  readonly steps: readonly Step[];
}

interface Class<T> {
  readonly prototype: T;
}
type Method = (this: never, ...given: never[]) => unknown;
type MethodOf<T> = { [K in keyof T]: T[K] extends Method ? K : never }[keyof T] & string;

const put: (() => void)[] = [];

/** Ends all faults. */
export function mend(): void {
  for (const end of put.splice(0).reverse()) end();
}

function define(on: object, name: string, make: (was: PropertyDescriptor) => PropertyDescriptor): void {
  const was = Object.getOwnPropertyDescriptor(on, name);
  if (was === undefined) throw new Error(`there is no ${name}`);
  Object.defineProperty(on, name, { ...was, ...make(was) });
  put.push(() => Object.defineProperty(on, name, was));
}

/** A method of a class does something else, for which it may use what it did. */
export function replace<T extends object, M extends MethodOf<T>>(
  of: Class<T>,
  method: M,
  make: (was: T[M]) => T[M],
): void {
  define(of.prototype, method, ({ value }) => ({ value: make(value) }));
}

/** The same for a value that a class shows. */
export function show<T extends object, G extends keyof T & string>(
  of: Class<T>,
  name: G,
  make: (was: T[G]) => T[G],
): void {
  define(of.prototype, name, ({ get }) => ({
    get(this: T) {
      return make(get?.call(this));
    },
  }));
}

type Value = string | number | null;

/** Statements of SQL that begin like this are carried out so often, if their values are such; others once. */
export function carryOut(
  times: number,
  begins: string,
  isMeant: (values: readonly Value[]) => boolean = () => true,
): void {
  replace(
    Libsql,
    "prepare",
    (was) =>
      function (this: Libsql.Database, sql: string) {
        const statement = was.call(this, sql);
        if (!sql.startsWith(begins)) return statement;
        const run = statement.run.bind(statement) as (...values: Value[]) => Libsql.RunResult;
        const again = (...values: Value[]) => {
          for (let n = isMeant(values) ? times : 1; n > 0; n--) run(...values);
        };
        return Object.assign(statement, { run: again });
      } as typeof was,
  );
}

export const leaveOut = (begins: string, isMeant?: (values: readonly Value[]) => boolean): void =>
  carryOut(0, begins, isMeant);
