import type { EventEntry, Params } from "@pilothouse/protocol";
import { useEffect, useState } from "preact/hooks";
import { useAppState, useLoaded, useTask } from "../../state/hooks.js";

const FOLLOW = 5_000;
const NONE = { newer: [], older: [] };

/** The events that fit, the newest first. New ones appear at the top, and older ones are loaded when they are wanted. */
export function useEvents(filter: Pick<Params<"pilothouse.events">, "severity" | "kinds">, perStep: number) {
  const { session } = useAppState();
  const { value, error, reload } = useLoaded(
    () => session.call("pilothouse.events", { ...filter, limit: perStep }),
    [session, JSON.stringify(filter)],
  );
  const [more, setMore] = useState<{ newer: readonly EventEntry[]; older: readonly EventEntry[] }>(NONE);
  const [ended, setEnded] = useState(false);
  const task = useTask();
  useEffect(() => {
    setMore(NONE);
    setEnded(false);
  }, [value]);

  const events = [...more.newer, ...(value?.events ?? []), ...more.older];
  const newest = events[0]?.id ?? value?.newest ?? 0;
  useEffect(() => {
    if (value === undefined) return undefined;
    const poll = async () => {
      if (document.hidden) return;
      const { events: found } = await session.call("pilothouse.events", { ...filter, after: newest });
      if (found.length > 0)
        setMore(({ newer, older }) => ({ newer: [...[...found].reverse(), ...newer], older }));
    };
    // If this fails, the banner says that the service is away, and the next poll is soon.
    const timer = setInterval(() => void poll().catch(() => {}), FOLLOW);
    return () => clearInterval(timer);
  }, [value, newest, session]);

  const fetchOlder = () =>
    task.run(async () => {
      const asked = { ...filter, limit: perStep, before: events.at(-1)?.id ?? 0 };
      const { events: found } = await session.call("pilothouse.events", asked);
      setMore(({ newer, older }) => ({ newer, older: [...older, ...found] }));
      setEnded(found.length < perStep);
    });
  const isMore = !ended && events.length >= perStep;
  return {
    ...{ events, isMore, fetchOlder, reload, busy: task.busy },
    isLoaded: value !== undefined,
    error: error ?? task.error,
  };
}
