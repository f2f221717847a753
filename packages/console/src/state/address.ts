import { useEffect, useState } from "preact/hooks";
import { isPageName, type PageName } from "../page-names.js";

const current = (): PageName => {
  const name = location.hash.replace(/^#\/?/, "");
  return isPageName(name) ? name : "overview";
};

/** The page that the address names. */
export function usePage(): PageName {
  const [page, setPage] = useState(current);
  useEffect(() => {
    const follow = () => setPage(current());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return page;
}
