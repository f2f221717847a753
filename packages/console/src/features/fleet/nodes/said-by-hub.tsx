import type { FleetFindingKey } from "@pilothouse/protocol";
import { useEffect, useMemo, useState } from "preact/hooks";
import { serviceAddress } from "../../../page-names.js";
import { May } from "../../../parts/needs.js";
import { AppStateContext, useAppState, useI18n, usePolled } from "../../../state/hooks.js";
import { type FleetPageProps, withFleetTexts } from "../with-fleet-texts.js";
import { NodeDialog } from "./table/node-dialog.js";

const EVERY_MS = 5_000;
/** What a node does not know itself, the worst first. */
const SAID = [
  ["nodes.duplicate", "error"],
  ["nodes.drifted", "warning"],
] as const satisfies readonly (readonly [FleetFindingKey, string])[];

/** Above the pages of a node: what only its hub finds about it, so that they say the same as the hub's pages. */
export const SaidByHub = withFleetTexts(({ words }: FleetPageProps) => {
  const { texts } = useI18n();
  const state = useAppState();
  const { node: name = "", live } = state;
  const hub = useMemo(() => ({ ...state, session: state.session.at() }), [state]);
  const [isChanging, setChanging] = useState(false);
  const { value: node, reload } = usePolled(
    async () => (await hub.session.call("fleet.node", { node: name })).node,
    EVERY_MS,
    [hub, name],
  );
  const [key, severity] = SAID.find(([found]) => node?.findings.includes(found)) ?? [];
  const says = key && `${name}: ${words.short[key]}`;
  useEffect(() => {
    if (severity === undefined || says === undefined) return undefined;
    live.said.set({ severity, says, more: "" });
    return () => live.said.set(undefined);
  }, [live, severity, says]);
  if (node === undefined || key === undefined) return null;
  const isDuplicate = key === "nodes.duplicate";
  return (
    <AppStateContext.Provider value={hub}>
      <div class={`notice ${severity}`}>
        <strong>{says}</strong> {isDuplicate && words.node.duplicate}{" "}
        <May scope="all">
          {isDuplicate ? (
            <button type="button" class="small" onClick={() => setChanging(true)}>
              {words.node.change}
            </button>
          ) : (
            <a href={serviceAddress("templates")}>{texts.pages.templates}</a>
          )}
        </May>
      </div>
      {isChanging && (
        <NodeDialog
          node={node}
          words={words}
          onDone={() => {
            setChanging(false);
            void reload();
          }}
        />
      )}
    </AppStateContext.Provider>
  );
});
