import { useEffect, useRef } from "preact/hooks";
import { verdict } from "../health/health.js";
import { Cell } from "../state/cell.js";
import { useNow, useSpeech } from "../state/hooks.js";
import { keep, kept } from "../state/kept.js";
import type { Seen } from "../state/live.js";

const NAME = "messages";

/** Whether the owner of this browser wants messages from the page. */
export const wanted = new Cell(kept(NAME) === "on");

export const canNotify = (): boolean => "Notification" in globalThis;

/** Asks the browser for leave; resolves with whether it gave it. */
export async function want(on: boolean): Promise<boolean> {
  const given = !on || (await Notification.requestPermission()) === "granted";
  wanted.set(on && given);
  keep(NAME, wanted.value ? "on" : "off");
  return given;
}

/** Something must last this long before it is worth a message: a restart of the service is not. */
const LASTS_MS = 15_000;

interface Trouble {
  readonly says: string;
  readonly since: number;
  readonly told: boolean;
}

/** Shows a message of the browser's own when something goes wrong and when it is over. */
export function useBrowserMessages(seen: Seen | undefined): void {
  const { texts, format } = useSpeech();
  const now = useNow();
  const trouble = useRef<Trouble | undefined>(undefined);
  useEffect(() => {
    if (seen === undefined || !wanted.value || !canNotify() || Notification.permission !== "granted") return;
    const { severity, says, more } = verdict(seen, now, texts, format);
    const before = trouble.current;
    if (severity === "error") {
      const current = before ?? { says, since: now, told: false };
      const due = !current.told && now - current.since >= LASTS_MS;
      if (due) message(says, more);
      trouble.current = due ? { ...current, says, told: true } : current;
    } else {
      if (before?.told) message(texts.notifications.resolved(before.says), "");
      trouble.current = undefined;
    }
  }, [seen, now, texts, format]);
}

function message(title: string, body: string): void {
  const shown = new Notification(`Pilothouse: ${title}`, { body, icon: "./icon.svg", tag: "pilothouse" });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}
