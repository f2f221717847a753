import { RouterUnavailable } from "../../port.js";
import { plainGet } from "../control/web-console.js";
import type { SamPlace } from "./sam.js";

const ANSWER_WITHIN = 10_000;

/**
 * Gives the router a name by its HTTP proxy, as a browser does that follows a link with an address in it. What it
 * answers says nothing: it tells of "added" for garbage too, with HTTP 500.
 */
export async function addByHelper(
  { host, port }: SamPlace,
  name: string,
  destination: string,
): Promise<void> {
  const path = `http://${name}/?i2paddresshelper=${encodeURIComponent(destination)}`;
  // Newer versions take it only from a page of the same name.
  const headers = { Host: name, Referer: `http://${name}/`, Connection: "close" };
  const proxy = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  await plainGet(proxy, { path, headers }, ANSWER_WITHIN).catch((cause: Error) => {
    const why = `The router's HTTP proxy, which takes names, fails: ${cause.message}`;
    throw new RouterUnavailable(why, "failed", { cause });
  });
}
