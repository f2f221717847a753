import {
  boundPorts,
  type Check,
  type Finding,
  holderOf,
  ok,
  type Protocol,
  problem,
} from "@pilothouse/system";
import { answersAt } from "../control/contact.js";
import { processOn } from "../life/process.js";
import { type Options, optionsOf } from "./conf.js";
import type { Placed } from "./placed.js";

const ANSWER_MS = 5_000;

/** Whether the router that runs does its work: answers, and has the ports that it is set to have. */
export const i2pdAlive: Check<Placed> = {
  name: "i2pd alive",
  look: async ({ i2pd }) => {
    const { dataDir } = i2pd;
    const running = await processOn(dataDir);
    // The mode check already says whether it should run.
    if (running === undefined) return [];
    const options = optionsOf(i2pd);
    const { pid } = running;
    const frozen = running.state === "T" || running.state === "t";
    const answers = frozen ? "no" : await answersAt(options.settings, dataDir, ANSWER_MS);
    if (answers === "refuses the login") return [locked(pid)];
    const found = answers === "no" ? [hung(pid, frozen)] : missingPorts(pid, options);
    return found.length > 0 ? found : [ok(answers ? `process ${pid} answers` : `process ${pid} runs`)];
  },
};

const hung = (pid: number, frozen: boolean): Finding =>
  frozen
    ? problem(`i2pd (process ${pid}) is suspended and does nothing`, `resume it: kill -CONT ${pid}`)
    : problem(
        `i2pd (process ${pid}) runs, but its control service does not answer: it hangs, or is busy with a reseed`,
        "wait a few minutes; if that does not help: pilothouse restart; see pilothouse logs",
      );

const locked = (pid: number): Finding =>
  problem(
    `i2pd (process ${pid}) refuses the password in its own i2pd.conf: it was changed since i2pd started`,
    "restart it: pilothouse restart",
  );

function missingPorts(pid: number, options: Options): Finding[] {
  const { get, isOn } = options;
  const off = (name: string) => get(name) !== "" && !isOn(name);
  const port = (transport: string) => Number(get(`${transport}.port`) || get("port"));
  const wanted: readonly (readonly [Protocol, number])[] = [
    // Unpublished, it only calls others.
    ...(off("ntcp2.enabled") || off("ntcp2.published") ? [] : ([["tcp", port("ntcp2")]] as const)),
    ...(off("ssu2.enabled") ? [] : ([["udp", port("ssu2")]] as const)),
  ];
  return wanted.flatMap(([protocol, wants]) => {
    const bound = boundPorts(pid, protocol);
    // Of another user's process it cannot be known; 0 lets i2pd choose.
    if (bound === undefined || !(wants > 0) || bound.includes(wants)) return [];
    const holder = holderOf(wants, protocol);
    const by = holder === undefined ? "another program may have it" : `${holder.name} (${holder.pid}) has it`;
    const key = protocol === "tcp" ? "ntcp.port" : "ssu.port";
    return problem(
      `i2pd does not listen on its ${protocol.toUpperCase()} port ${wants}: ${by}`,
      `stop that program, or take another port: pilothouse net set ${key}=…; then: pilothouse restart`,
    );
  });
}
