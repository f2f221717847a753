import { useEffect, useRef } from "preact/hooks";
import { DrainNotice } from "../features/acting/drain-notice.js";
import { wordsOf } from "../features/health/health.js";
import { type PageName, pageAddress } from "../page-names.js";
import { Notice } from "../parts/notice.js";
import { useCell } from "../state/cell.js";
import { useAppState, useI18n, useNow } from "../state/hooks.js";
import type { RouterSnapshot } from "../state/live.js";

/** Warnings on every page. The overview shows most of them in its own way. */
export function Banners({ page }: { readonly page: PageName }) {
  const snapshot = useCell(useAppState().live.snapshot);
  return snapshot && <RouterBanners snapshot={snapshot} page={page} />;
}

function RouterBanners({ snapshot, page }: { readonly snapshot: RouterSnapshot; readonly page: PageName }) {
  const { texts, announce } = useI18n();
  const words = texts.banners;
  const { status, away } = snapshot;

  const before = useRef(away);
  useEffect(() => {
    if (before.current !== undefined && away === undefined) announce(words.back);
    before.current = away;
  }, [away, announce, words]);

  const elsewhere = page !== "overview";
  return (
    <div class="banners">
      {status.simulated && (
        <Notice tone="info">
          <strong>{words.simulated}</strong> {words.simulatedMore}{" "}
          {!elsewhere && <a href={pageAddress("welcome")}>{words.realRouter}</a>}
        </Notice>
      )}
      <Clock />
      {away && elsewhere && <Away away={away} snapshot={snapshot} page={page} />}
      {status.phase === "draining" && away === undefined && page !== "control" && <DrainNotice />}
      {elsewhere && status.factory && (
        <Notice tone="error">
          {words.factory} <a href={pageAddress("sessions")}>{words.changeIt}</a>
        </Notice>
      )}
      {elsewhere && snapshot.health.findings.some(({ key }) => key === "settings.restart") && (
        <Notice tone="warning">
          {words.restartNeeded} {page !== "control" && <a href={pageAddress("control")}>{words.restart}</a>}
        </Notice>
      )}
    </div>
  );
}

/** Warnings on every page of a hub. */
export function HubBanners({ page }: { readonly page: PageName }) {
  const { banners } = useI18n().texts;
  const hub = useCell(useAppState().live.hub);
  if (hub === undefined) return null;
  return (
    <div class="banners">
      <Clock />
      {hub.away && <Away away="service" snapshot={{ ...hub, info: {} }} page={page} />}
      {hub.status.factory && (
        <Notice tone="error">
          {banners.factory} <a href={pageAddress("sessions")}>{banners.changeIt}</a>
        </Notice>
      )}
    </div>
  );
}

/** Times are those of the service. Somebody who compares them with a wall clock should know. */
function Clock() {
  const { texts, format, fill } = useI18n();
  const minutes = useCell(useAppState().live.clockMinutes);
  if (minutes === 0) return null;
  const { clockAhead, clockBehind } = texts.banners;
  const time = format.duration(Math.abs(minutes) * 60_000);
  return <Notice tone="warning">{fill(minutes > 0 ? clockAhead : clockBehind, { time })}</Notice>;
}

interface AwayProps {
  readonly away: "service" | "router";
  readonly snapshot: RouterSnapshot;
  readonly page: PageName;
}

/** Screen readers read the sentence once; the age that keeps counting is outside of the alert. */
function Away({ away, snapshot, page }: AwayProps) {
  const { texts, format, fill } = useI18n();
  const now = useNow();
  const { banners } = texts;
  const finding =
    away === "router" ? snapshot.health.findings.find(({ key }) => key.startsWith("router.")) : undefined;
  const words = finding && wordsOf(finding, snapshot, texts, format);
  const isStopped = snapshot.status.phase === "stopped";
  return (
    <div class="notice error">
      <span role="alert">
        <strong>{words === undefined ? texts.common.serviceAway : `${words.says}.`}</strong> {words?.more}
      </span>{" "}
      {isStopped
        ? page !== "control" && <a href={pageAddress("control")}>{texts.pages.control}</a>
        : fill(banners.lastValues, { age: format.ago(snapshot.at, now) })}
    </div>
  );
}
