import { useEffect, useState } from "preact/hooks";
import { isPageName, type PageName } from "../page-names.js";

const parts = () => {
  const [name = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  return { name, query };
};

/** The page that the address names. */
export const currentPage = (): PageName => {
  const { name } = parts();
  return isPageName(name) ? name : "overview";
};

/** What the address says beyond the page, as in `#/overview?range=1h`. */
export const addressParams = (): URLSearchParams => new URLSearchParams(parts().query);

/** Puts `params` into the address of the page that is open, without a step in the browser's history. */
export function setAddressParams(params: URLSearchParams): void {
  const query = params.toString();
  history.replaceState(history.state, "", `#/${currentPage()}${query && `?${query}`}`);
}

export function usePage(): PageName {
  const [page, setPage] = useState(currentPage);
  useEffect(() => {
    const follow = () => setPage(currentPage());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return page;
}
