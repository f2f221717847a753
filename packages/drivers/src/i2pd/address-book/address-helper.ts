import { request } from "node:http";
import { readAtMost } from "@pilothouse/protocol";
import { RouterUnavailable } from "../../port.js";
import type { SamPlace } from "./sam.js";

const ANSWER_WITHIN = 10_000;
const LONGEST = 100_000;

/**
 * Gives the router a name by its HTTP proxy, as a browser does that follows a link with an address in it. What it
 * answers says nothing: it tells of "added" for garbage too, with HTTP 500.
 */
export function addByHelper({ host, port }: SamPlace, name: string, destination: string): Promise<void> {
  const path = `http://${name}/?i2paddresshelper=${encodeURIComponent(destination)}`;
  const signal = AbortSignal.timeout(ANSWER_WITHIN);
  // Newer versions take it only from a page of the same name.
  const headers = { Host: name, Referer: `http://${name}/`, Connection: "close" };
  return new Promise((resolve, reject) => {
    const failed = (cause: Error) =>
      reject(
        new RouterUnavailable(
          `The router's HTTP proxy, which takes names, fails: ${cause.message}`,
          "failed",
          {
            cause,
          },
        ),
      );
    const asked = request({ host, port, path, headers, agent: false, signal }, (response) => {
      readAtMost(response, LONGEST).then(() => resolve(), failed);
    });
    asked.on("error", failed).end();
  });
}
