import { useEffect, useRef } from "preact/hooks";
import { type PageName, pageAddress } from "../page-names.js";
import { Notice } from "../parts/notice.js";
import { useNow, useSpeech } from "../state/hooks.js";
import type { Seen } from "../state/live.js";

/** What must be known on every page. */
export function Banners({ seen, page }: { readonly seen: Seen; readonly page: PageName }) {
  const { texts, say } = useSpeech();
  const words = texts.banners;
  const { status, away } = seen;

  const before = useRef(away);
  useEffect(() => {
    if (before.current !== undefined && away === undefined) say(words.back);
    before.current = away;
  }, [away, say, words]);

  return (
    <div class="banners">
      {status.simulated && (
        <Notice tone="info">
          <strong>{words.simulated}</strong> {words.simulatedMore}
        </Notice>
      )}
      {away && <Away away={away} seen={seen} />}
      {status.factory && (
        <Notice tone="warning">
          {words.factory} <a href={pageAddress("sessions")}>{words.changeIt}</a>
        </Notice>
      )}
      {status.restartNeeded && (
        <Notice tone="warning">
          {words.restartNeeded} {page !== "control" && <a href={pageAddress("control")}>{words.restart}</a>}
        </Notice>
      )}
    </div>
  );
}

/** The sentence is read out once; only the age in it goes on counting, and that is for the eyes. */
function Away({ away, seen }: { readonly away: "service" | "router"; readonly seen: Seen }) {
  const { texts, format } = useSpeech();
  const now = useNow();
  const { banners, phases, phaseAdvice } = texts;
  const phase = seen.status.phase;
  const router =
    phase === "stopped" || phase === "crashed" || phase === "unreachable" ? phase : "unreachable";
  return (
    <div class="notice error">
      <span role="alert">
        <strong>{away === "service" ? banners.serviceAway : `${banners.router}: ${phases[router]}.`}</strong>{" "}
        {away === "router" && phaseAdvice[router]}
      </span>{" "}
      {away === "router" && seen.status.crash && <code>{seen.status.crash.split("\n")[0]}</code>}{" "}
      <span>{banners.lastValues(format.relative(Math.min(0, seen.at - now)))}</span>
    </div>
  );
}
