import type { InfoName } from "@pilothouse/client/browser";
import type {
  Action,
  AuditCode,
  AuditOutcome,
  FindingKey,
  FleetFindingKey,
  LATER_REASONS,
  LifecycleAction,
  NetStatus,
  NetworkKey,
  NetworkValue,
  NodeState,
  RateStat,
  STATE_REASONS,
} from "@pilothouse/protocol";
import type { PageName } from "../page-names.js";
import type english from "./en.json";

type ForEach<Key extends PropertyKey, Text = string> = { readonly [K in Key]: Text };

/** Texts of network findings are under `net`, by the router's status code. */
export type KnownFinding = Exclude<FindingKey, `net.${string}`>;

/** What the interface and the menu have: a new key without a text does not compile. */
interface Wanted {
  readonly main: {
    readonly pages: ForEach<PageName>;
    readonly net: ForEach<NetStatus, { readonly says: string; readonly advice: string }>;
    readonly overview: { readonly figures: { readonly [K in InfoName]?: string } };
    readonly stats: ForEach<RateStat>;
    readonly actions: ForEach<Action>;
    readonly asks: ForEach<LifecycleAction | "Update", { readonly title: string; readonly more: string }>;
    readonly network: {
      readonly fields: ForEach<NetworkKey, { readonly label: string; readonly help: string }>;
      readonly autoip: ForEach<NetworkValue<"router.net.ntcp.autoip">>;
      readonly sources: ForEach<NetworkValue<"router.net.ssu.autoip">>;
    };
    readonly findings: ForEach<KnownFinding, { readonly says: string; readonly more: string }>;
    readonly reasons: ForEach<keyof typeof STATE_REASONS>;
  };
  readonly pages: {
    readonly lifeHelp: ForEach<LifecycleAction>;
    readonly auditActions: ForEach<AuditCode>;
    readonly auditOutcomes: ForEach<Exclude<AuditOutcome, "ok">>;
  };
  readonly fleet: {
    readonly states: ForEach<NodeState>;
    readonly found: ForEach<FleetFindingKey, string | { readonly other: string }>;
  };
  readonly values: ForEach<keyof typeof LATER_REASONS>;
}

type Checked<T extends Wanted> = T;

/** The texts by the part of the page that loads them. English has all of them, so it is their type. */
export type Parts = Omit<Checked<typeof english>, "name">;
/** What is shown before sign-in, and also after it. */
export type FirstTexts = Parts["first"];
/** Loaded before the first page is shown. */
export type Texts = FirstTexts & Parts["main"];
/** Of pages that are opened later. */
export type PageTexts = Parts["pages"];
/** Of a hub's pages. */
export type FleetTexts = Parts["fleet"];
