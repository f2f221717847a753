import { useEffect, useRef } from "preact/hooks";
import { wordsOf } from "../health/health.js";
import { type PageName, pageAddress } from "../page-names.js";
import { Notice } from "../parts/notice.js";
import { Wait } from "../parts/wait.js";
import { useCell } from "../state/cell.js";
import { useHelm, useNow, useSpeech } from "../state/hooks.js";
import type { Seen } from "../state/live.js";

/** What must be known on every page. The overview says all but the first by itself. */
export function Banners({ page }: { readonly page: PageName }) {
  const seen = useCell(useHelm().live.seen);
  return seen && <SeenBanners seen={seen} page={page} />;
}

function SeenBanners({ seen, page }: { readonly seen: Seen; readonly page: PageName }) {
  const { texts, say } = useSpeech();
  const words = texts.banners;
  const { status, away } = seen;

  const before = useRef(away);
  useEffect(() => {
    if (before.current !== undefined && away === undefined) say(words.back);
    before.current = away;
  }, [away, say, words]);

  const elsewhere = page !== "overview";
  return (
    <div class="banners">
      {status.simulated && (
        <Notice tone="info">
          <strong>{words.simulated}</strong> {words.simulatedMore}{" "}
          {!elsewhere && <a href={pageAddress("welcome")}>{words.realRouter}</a>}
        </Notice>
      )}
      {away && (elsewhere || away === "service") && <Away away={away} seen={seen} page={page} />}
      {status.phase === "draining" && away === undefined && page !== "control" && <Wait />}
      {elsewhere && status.factory && (
        <Notice tone="warning">
          {words.factory} <a href={pageAddress("sessions")}>{words.changeIt}</a>
        </Notice>
      )}
      {elsewhere && status.restartNeeded && (
        <Notice tone="warning">
          {words.restartNeeded} {page !== "control" && <a href={pageAddress("control")}>{words.restart}</a>}
        </Notice>
      )}
    </div>
  );
}

interface AwayProps {
  readonly away: "service" | "router";
  readonly seen: Seen;
  readonly page: PageName;
}

/** The sentence is read out once; only the age in it goes on counting, and that is for the eyes. */
function Away({ away, seen, page }: AwayProps) {
  const { texts, format } = useSpeech();
  const now = useNow();
  const { banners } = texts;
  const finding =
    away === "router" ? seen.health.findings.find(({ key }) => key.startsWith("router.")) : undefined;
  const words = finding && wordsOf(finding, seen, texts);
  const isStopped = seen.status.phase === "stopped";
  return (
    <div class="notice error">
      <span role="alert">
        <strong>{words === undefined ? banners.serviceAway : `${words.says}.`}</strong> {words?.more}
      </span>{" "}
      {isStopped
        ? page !== "control" && <a href={pageAddress("control")}>{texts.pages.control}</a>
        : banners.lastValues(format.relative(Math.min(0, seen.at - now)))}
    </div>
  );
}
