import { useEffect, useState } from "preact/hooks";
import { addressParams, setAddressParams } from "../../../state/browser/address.js";

/** Which nodes are listed; the names are those in the address. */
export interface NodeFilter {
  /** Part of the name. */
  readonly name: string;
  /** As `key=value`. */
  readonly label: string;
  /** A state, or the key of a finding. */
  readonly state: string;
  /** The column by which they are sorted; with a hyphen the largest comes first. */
  readonly sort: string;
}

export const NO_FILTER: NodeFilter = { name: "", label: "", state: "", sort: "" };

function filterInAddress(): NodeFilter {
  const params = addressParams();
  const given = Object.keys(NO_FILTER).map((name) => [name, params.get(name) ?? ""] as const);
  return Object.fromEntries(given) as unknown as NodeFilter;
}

/** The filter, which is kept in the address: it can be sent to others, and is there again after a reload. */
export function useNodeFilter() {
  const [filter, setFilter] = useState(filterInAddress);
  useEffect(() => {
    const follow = () => setFilter(filterInAddress());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const change = (next: NodeFilter) => {
    setFilter(next);
    const given = Object.entries(next).filter(([, value]) => value !== "");
    setAddressParams(Object.keys(NO_FILTER), given, "fleet");
  };
  return [filter, change] as const;
}
