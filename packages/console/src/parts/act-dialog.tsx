import { type Action, isLifecycle, type LifecycleAction } from "@pilothouse/protocol";
import { useCell } from "../state/cell.js";
import { useHelm, useSpeech } from "../state/hooks.js";
import { Dialog } from "./dialog.js";

/** Actions that end connections at once, rather than when the tunnels have ended. */
const CUTS: ReadonlySet<Action> = new Set<Action>(["Restart", "Shutdown"]);

/** What is asked about before it is done. */
export type AskedAction = LifecycleAction | "Update";

interface ActDialogProps {
  readonly action: AskedAction;
  readonly onLeave: () => void;
  readonly onYes: () => void;
}

/** Asks before the router does something, and says how many tunnels that cuts. */
export function ActDialog({ action, onLeave, onYes }: ActDialogProps) {
  const { texts, format } = useSpeech();
  const seen = useCell(useHelm().live.seen);
  const words = texts.asks[action];
  const count = seen?.away === undefined ? (seen?.info["net.tunnels.participating"] ?? 0) : 0;
  const tunnels = CUTS.has(action) ? texts.cutTunnels : texts.waitTunnels;
  return (
    <Dialog
      title={words.title}
      yes={texts.confirms[action]}
      danger={CUTS.has(action)}
      onLeave={onLeave}
      onYes={onYes}
    >
      <p>{words.more}</p>
      {isLifecycle(action) && count > 0 && (
        <p>
          <strong>{tunnels(count, format.count(count))}</strong>
        </p>
      )}
    </Dialog>
  );
}
