/** Days as people count them: in the time zone of the service. */

const two = (number: number): string => String(number).padStart(2, "0");

/** "2026-11-15" */
export function dayOf(time: number): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** "2026-11", of a day. */
export const monthOf = (day: string): string => day.slice(0, 7);

/** The first moment of the day that is this many days before the day of `time`. */
export function daysBefore(time: number, days: number): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - days).getTime();
}

/** When the day of this time ends. */
export const midnightAfter = (time: number): number => daysBefore(time, -1);

export interface Period {
  readonly begins: number;
  readonly ends: number;
}

/** The month in which this time lies, where months begin on a certain day. */
export function periodOf(time: number, firstDay: number): Period {
  const date = new Date(time);
  const month = date.getMonth() - (date.getDate() < firstDay ? 1 : 0);
  return {
    begins: new Date(date.getFullYear(), month, firstDay).getTime(),
    ends: new Date(date.getFullYear(), month + 1, firstDay).getTime(),
  };
}
