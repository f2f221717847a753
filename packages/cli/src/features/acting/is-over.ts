import type { AnsweredObservation, Observation } from "../../remote/observation.js";

/** Whether what was asked for is over, by all that was seen so far; called with every look, in order. */
export type IsOver = (observation: Observation) => boolean;

/** Routers count whole seconds, and an answer takes time. */
const SLACK_MS = 2_000;
/** The phases of a router that does its work. */
const WORKS: ReadonlySet<string> = new Set(["running", "draining"]);

/**
 * Whether a restart is over. Our own service counts the starts of its router. Any other server is judged by when its
 * router started: that must be later than before, and not long before the restart was asked for, so that neither a
 * young router nor a clock that was set misleads. A server that ends with its router forgets its tokens: it is back
 * when it was gone and asks for a login.
 */
export function restartIsOver(before: AnsweredObservation, requestedAt: number): IsOver {
  const startedBefore = before.answeredAt - before.uptime;
  const wasUp = before.uptime > 0;
  let wasGone = false;
  let restarted = false;

  const isAnother = ({ uptime, service, askedAt }: AnsweredObservation): boolean => {
    const [starts, startsBefore] = [service?.starts, before.service?.starts];
    if (starts !== undefined && startsBefore !== undefined) {
      if (starts > startsBefore) return true;
      // The service itself was away as well, so that it may have begun to count from nothing.
      if (!wasGone) return false;
    }
    if (uptime === 0) return wasUp && service === undefined;
    const started = askedAt - uptime;
    return started > startedBefore + SLACK_MS && started > requestedAt - SLACK_MS;
  };

  return (observation) => {
    if (observation.failed !== undefined) {
      if (observation.failed.kind === "login") return wasGone;
      wasGone ||= observation.failed.kind === "network" || observation.failed.kind === "tls";
      return false;
    }
    restarted ||= isAnother(observation);
    return (
      restarted &&
      observation.uptime > 0 &&
      (observation.service === undefined || WORKS.has(observation.service.phase))
    );
  };
}

/** Whether a shutdown is over. Our own service outlives its router; another server that is gone ended with it. */
export function shutdownIsOver(before: AnsweredObservation): IsOver {
  return (observation) => {
    if (observation.failed !== undefined)
      return before.service === undefined && observation.failed.code === "ECONNREFUSED";
    return observation.service === undefined
      ? observation.uptime === 0
      : observation.service.phase === "stopped";
  };
}
