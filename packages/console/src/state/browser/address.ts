import { useCallback, useEffect, useState } from "preact/hooks";
import { addressedNode, isPageName, type PageName, pageAddress } from "../../page-names.js";

const parts = () => {
  const [name = "", query = ""] = location.hash.replace(/^#\/(nodes\/[^/]*\/?)?/, "").split("?", 2);
  return { name, query };
};

/** Whether the page was opened at an address that only this machine can reach. */
export const isLocalPage = (): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);

/** The page that the address names. */
export const currentPage = (): PageName => {
  const { name } = parts();
  return isPageName(name) ? name : "overview";
};

/** The query of the address, as in `#/overview?range=1h`. */
export const addressParams = (): URLSearchParams => new URLSearchParams(parts().query);

/** Puts these of `names` into the address of the page, without an entry in the browser's history; others of that page stay. */
export function setAddressParams(
  names: readonly string[],
  given: readonly (readonly [string, string])[],
  page = currentPage(),
): void {
  const params = currentPage() === page ? addressParams() : new URLSearchParams();
  for (const name of names) params.delete(name);
  for (const [name, value] of given) params.set(name, value);
  const query = params.toString();
  history.replaceState(history.state, "", `${pageAddress(page)}${query && `?${query}`}`);
}

export const usePage = (): PageName => useAddress(currentPage)[0];

/** The node whose pages are open. */
export const useNode = (): string | undefined => useAddress(addressedNode)[0];

/** One of these values, which the page's address names; the first one where it names none. */
export function useAddressChoice<V extends string>(
  name: string,
  values: readonly V[],
): readonly [V, (value: V) => void] {
  const [first] = values as readonly [V];
  const [value, setValue] = useAddress(
    useCallback(() => values.find((one) => one === addressParams().get(name)) ?? first, [name]),
  );
  const choose = (next: V) => {
    setAddressParams([name], next === first ? [] : [[name, next]]);
    setValue(() => next);
  };
  return [value, choose];
}

function useAddress<T>(read: () => T) {
  const [value, setValue] = useState(read);
  useEffect(() => {
    const follow = () => setValue(read);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [read]);
  return [value, setValue] as const;
}
