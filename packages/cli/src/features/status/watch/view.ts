import type { InfoName, InfoOf } from "@pilothouse/client";
import { NET_STATUS } from "@pilothouse/protocol";
import widthOf from "fast-string-width";
import { shownInfo } from "../../../terminal/shown.js";
import { harmless, type Paint, type Style } from "../../../terminal/style.js";
import { perSecond, span } from "../../../terminal/units.js";
import { cut } from "../../../terminal/width.js";
import { graph, scaleFor } from "./graph.js";

export interface WatchState {
  readonly title: string;
  /** What the router reported last. */
  readonly info: InfoOf<InfoName>;
  /** Bandwidth of each look, oldest first. */
  readonly inbound: readonly number[];
  readonly outbound: readonly number[];
  /** Why it cannot be asked just now, and since when. */
  readonly trouble?: { readonly why: string; readonly forMs: number } | undefined;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

const FIXED_LINES = 10;
const HIGHEST_GRAPH = 8;

/** The whole screen as lines that fit it. Pure, so that it can be drawn again for any size. */
export function view(state: WatchState, { columns, rows }: Size, paint: Paint): string[] {
  const height = Math.min(HIGHEST_GRAPH, Math.max(1, Math.floor((rows - FIXED_LINES) / 2)));
  const fit = (text: string) => cut(text, columns);
  const lines = [
    ...head(state, columns, paint),
    "",
    ...traffic("In ", "inbound", state, columns, height, paint),
    ...traffic("Out", "outbound", state, columns, height, paint),
    "",
    fit(
      facts("Tunnels", state, [
        ["net.tunnels.participating", "participating"],
        ["net.tunnels.successrate", "of builds succeed"],
      ]),
    ),
    fit(facts("Peers  ", state, PEERS)),
    fit(
      facts("Totals ", state, [
        ["net.total.received.bytes", "received"],
        ["net.total.sent.bytes", "sent"],
      ]),
    ),
  ];
  const foot = paint("dim", fit("q quits"));
  return [...lines.slice(0, Math.max(1, rows - 1)), ...(rows > 1 ? [foot] : [])];
}

const PEERS = [
  ["netdb.knownpeers", "known"],
  ["netdb.activepeers", "active"],
  ["netdb.fastpeers", "fast"],
  ["netdb.highcapacitypeers", "of high capacity"],
] as const satisfies readonly (readonly [InfoName, string])[];

function head({ title, info, trouble }: WatchState, columns: number, paint: Paint): string[] {
  const up = info.uptime === undefined ? "" : info.uptime === 0 ? "not running" : `up ${span(info.uptime)}`;
  const first = between(title, up, columns);
  const network = info["net.status"] === undefined ? "" : NET_STATUS[info["net.status"]].name;
  const status = between(harmless(info.status ?? "(no status)"), network, columns);
  return [
    paint("bold", first),
    trouble === undefined ? paint(styleOf(network), status) : paint("dim", status),
    trouble === undefined
      ? paint(
          "dim",
          cut(
            `Router ${harmless(info.version ?? "?")}${info["netdb.isreseeding"] ? ", reseeding" : ""}`,
            columns,
          ),
        )
      : paint(
          "red",
          cut(`NO CONNECTION for ${span(trouble.forMs)}: ${harmless(trouble.why)}; trying again`, columns),
        ),
  ];
}

const styleOf = (network: string): Style =>
  network === "OK" ? "green" : network.startsWith("ERROR") ? "red" : "yellow";

function traffic(
  label: string,
  direction: "inbound" | "outbound",
  state: WatchState,
  columns: number,
  height: number,
  paint: Paint,
): string[] {
  const values = state[direction].slice(-columns);
  const scale = scaleFor(values);
  const now = state.info[`net.bw.${direction}.1s`];
  const mean = state.info[`net.bw.${direction}.15s`];
  const text = [
    now === undefined ? "(not reported)" : perSecond(now),
    ...(mean === undefined ? [] : [`${perSecond(mean)} over 15 s`]),
  ].join(", ");
  const style = state.trouble !== undefined ? "dim" : direction === "inbound" ? "cyan" : "yellow";
  return [
    between(`${label}  ${text}`, scale > 0 ? `full scale ${perSecond(scale)}` : "", columns),
    ...graph(values, columns, height, scale).map((line) => paint(style, line)),
  ];
}

const facts = (label: string, { info }: WatchState, rows: readonly (readonly [InfoName, string])[]): string =>
  `${label}  ${rows
    .flatMap(([name, words]) => {
      const value = info[name];
      return value === undefined ? [] : [`${shownInfo(name, value)} ${words}`];
    })
    .join(", ")}`;

/** One text at the left and one at the right, when there is room for both. */
function between(left: string, right: string, columns: number): string {
  const room = columns - widthOf(left) - widthOf(right);
  return right === "" || room < 2 ? cut(left, columns) : `${left}${" ".repeat(room)}${right}`;
}
