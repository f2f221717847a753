import { onTestFinished } from "vitest";
import { run } from "../cli/run.js";
import { type ReferenceOptions, ReferenceServer } from "../reference/server.js";

/** A server until the end of the test. */
export async function served(
  behaviour: ReferenceOptions["behaviour"] = {},
  options: ReferenceOptions = {},
): Promise<ReferenceServer> {
  const server = await new ReferenceServer({ behaviour, ...options }).start();
  onTestFinished(() => server.stop());
  return server;
}

/** Runs a command line in this process. */
export async function command(...argv: readonly string[]) {
  let [out, err] = ["", ""];
  const streams = {
    out: (text: string) => {
      out += text;
    },
    err: (text: string) => {
      err += text;
    },
    colour: false,
  };
  const env = { I2PCONTROL_PASSWORD: "a password of the reference" };
  const code = await run(argv, env, streams, new AbortController().signal);
  return { code, out, err };
}
