import { isObject, type Json } from "../wire/json.js";
import { type Asking, ask, call, type Step } from "./check.js";
import { error, errorCodeOf, resultOf, summary, that, Unsupported, type View } from "./want.js";

/** The two methods of the proposal, each with a request that is good and finds nothing. */
export const HARMLESS = {
  TunnelManager: { Action: "get", Name: "conformance-no-tunnel" },
  AddressBook: { Type: "router", Hostname: "conformance-no-name.i2p", Destination: "", Delete: "" },
} as const;
export type ProposedMethod = keyof typeof HARMLESS;

/** Whether a text or a flag of an answer says that nothing was done. */
const saysNo = (name: string, value: Json | undefined): boolean =>
  name === "status" ? typeof value === "string" && /^error\b/i.test(value) : value === false;

/** An error of JSON-RPC, or the words that the proposal has for one. */
export const refusedOrFailed = that(
  "an error, or `status` that begins with error, or `success`: false",
  (view: View) => {
    // The proposal shows `success` once beside `result` and once inside it.
    const places = [resultOf(view), isObject(view.json) ? view.json : undefined];
    const isNo = places.some((one) => ["status", "success"].some((name) => saysNo(name, one?.[name])));
    return isNo || errorCodeOf(view) !== undefined ? undefined : `got ${summary(view)}`;
  },
);

/** Where each of them tells what there is. */
const LISTS = {
  TunnelManager: "svc.router.net.tunnels.i2ptunnel",
  AddressBook: "svc.router.addressbook.router.list",
} as const;

/** Some servers know the names of the methods, and have nothing behind them. */
const isThere = that("any answer; an error only if the list was answered", (view) => {
  const code = errorCodeOf(view);
  return code === -32603 || (code !== undefined && view.variables["LISTED"] === undefined)
    ? new Unsupported(`there seems to be nothing behind the method: error ${code}, and no list`)
    : undefined;
});

/** Whether the server has what is asked for. */
export const asksFirst = (method: ProposedMethod): readonly Step[] => [
  { ...ask(call("RouterInfo", { [LISTS[method]]: "" })), keep: { LISTED: LISTS[method] } },
  ask(call(method, HARMLESS[method]), isThere),
];

type Given = { readonly [name: string]: Json | number };
type About = Pick<Asking, "id" | "says" | "clause"> & Partial<Asking>;

/** A request that is refused. `undo` takes back what a server did that carries it out. */
export const refuses = (
  { undo, ...about }: Omit<About, "undo"> & { readonly undo?: Given },
  method: ProposedMethod,
  params: Given,
): Asking => ({
  ...about,
  level: "SHOULD",
  ...(undo === undefined ? {} : { needs: ["writes"], undo: call(method, undo) }),
  steps: [...asksFirst(method), ask(call(method, params), refusedOrFailed)],
});

/** Nobody changes tunnels or names without a token. */
export const guards = (
  profile: string,
  method: ProposedMethod,
  clause: Asking["clause"],
): readonly Asking[] => {
  const guard = (name: string, says: string, token: string | null, code: number): Asking => ({
    id: `${profile}.token.${name}`,
    level: "SHOULD",
    says: `${method} ${says} is refused.`,
    clause,
    endangers: true,
    steps: [...asksFirst(method), ask(call(method, HARMLESS[method], token), error(code))],
  });
  return [
    guard("missing", "without a token", null, -32002),
    guard("unknown", "with a token that was never given out", "$STRANGE_TOKEN", -32003),
  ];
};
