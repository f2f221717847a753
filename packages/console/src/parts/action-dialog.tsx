import { type Action, isLifecycle, type LifecycleAction } from "@pilothouse/protocol";
import { useCell } from "../state/cell.js";
import { useAppState, useI18n } from "../state/hooks.js";
import { Dialog } from "./dialog.js";

/** Actions that end connections at once, rather than when the tunnels have ended. */
const CUTS: ReadonlySet<Action> = new Set<Action>(["Restart", "Shutdown"]);

/** Actions that need a confirmation. */
export type ActionToConfirm = LifecycleAction | "Update";

interface ActionDialogProps {
  readonly action: ActionToConfirm;
  readonly onLeave: () => void;
  readonly onYes: () => void;
}

/** Asks for confirmation of an action, and says how many tunnels are affected. */
export function ActionDialog({ action, onLeave, onYes }: ActionDialogProps) {
  const { texts, format, fill } = useI18n();
  const snapshot = useCell(useAppState().live.snapshot);
  const words = texts.asks[action];
  const count = snapshot?.away === undefined ? (snapshot?.info["net.tunnels.participating"] ?? 0) : 0;
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
          <strong>{fill(tunnels, { count, shown: format.count(count) })}</strong>
        </p>
      )}
    </Dialog>
  );
}
