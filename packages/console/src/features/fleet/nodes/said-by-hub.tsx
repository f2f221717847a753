import type { FleetFindingKey } from "@pilothouse/protocol";
import { useEffect, useMemo } from "preact/hooks";
import { withPageTexts } from "../../../loading/with-texts.js";
import { serviceAddress } from "../../../page-names.js";
import { May } from "../../../parts/needs.js";
import { listedLabel } from "../../../reasons/reason-words.js";
import { AppStateContext, useAppState, useI18n, usePolled } from "../../../state/hooks.js";
import { usePageTexts } from "../../../state/page-texts.js";
import { settingName } from "../templates/setting-name.js";
import { type FleetPageProps, withFleetTexts } from "../with-fleet-texts.js";
import { ChangeNode } from "./table/node-dialog.js";

const EVERY_MS = 5_000;
/** What a node does not know itself, the worst first. */
const SAID = [
  ["nodes.duplicate", "error"],
  ["nodes.drifted", "warning"],
] as const satisfies readonly (readonly [FleetFindingKey, string])[];

/** Above the pages of a node: what only its hub finds about it, so that they say the same as the hub's pages. */
export const SaidByHub = withPageTexts(
  withFleetTexts(({ words }: FleetPageProps) => {
    const { texts, fill } = useI18n();
    const pages = usePageTexts();
    const state = useAppState();
    const { node: name = "", live } = state;
    const hub = useMemo(() => ({ ...state, session: state.session.at() }), [state]);
    const { value, reload } = usePolled(
      async () => {
        const { node } = await hub.session.call("fleet.node", { node: name });
        const isDrifted = node.findings.includes("nodes.drifted");
        const applied = isDrifted ? state.session.call("pilothouse.apply", {}) : undefined;
        // A node that is busy or away says later which settings they are.
        return { node, differences: (await applied?.catch(() => undefined))?.differences ?? [] };
      },
      EVERY_MS,
      [hub, name],
    );
    const { node, differences = [] } = value ?? {};
    const [key, severity] = SAID.find(([found]) => node?.findings.includes(found)) ?? [];
    const isDuplicate = key === "nodes.duplicate";
    const says = key && `${name}: ${words.short[key]}`;
    const names = differences.map((one) => listedLabel(settingName(one.name), texts, pages)).join(", ");
    const more = key === "nodes.drifted" && names !== "" ? fill(words.node.drifted, { names }) : "";
    useEffect(() => {
      if (severity === undefined || says === undefined) return undefined;
      live.said.set({ severity, says, more });
      return () => live.said.set(undefined);
    }, [live, severity, says, more]);
    if (node === undefined || key === undefined) return null;
    return (
      <AppStateContext.Provider value={hub}>
        <div class={`notice ${severity}`}>
          <strong>{says}</strong> {isDuplicate ? words.node.duplicate : more}{" "}
          <May scope="all">
            {isDuplicate ? (
              <ChangeNode node={node} words={words} onChanged={reload} />
            ) : (
              <a href={serviceAddress("templates")}>{texts.pages.templates}</a>
            )}
          </May>
        </div>
      </AppStateContext.Provider>
    );
  }),
);
