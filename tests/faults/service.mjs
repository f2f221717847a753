import { built } from "./built.mjs";
import { dataIn } from "./world.mjs";

const { Simulator } = await built("drivers", "simulator.js");
const { systemClock } = await built("drivers", "port.js");
const { loadSettings, Service, silentLog } = await built("server", "index.js");

const PEER = { address: "local", access: "operator" };

/** A whole service without sockets. Its router saves nothing here: what that saves comes before, in its own file. */
export class Served {
  #service;

  constructor(directory) {
    const storage = { load: async () => undefined, save: async () => {} };
    this.#service = new Service({
      settings: loadSettings({ flags: { data_dir: dataIn(directory) }, env: {} }).settings,
      makeRouter: () => new Simulator({ seed: 1, clock: systemClock, storage }),
      clock: systemClock,
      log: silentLog,
      version: "0.0.0-test",
      carriers: [],
    });
  }

  async start() {
    await this.#service.start();
    return this;
  }

  async call(method, params) {
    const sent = { jsonrpc: "2.0", id: 1, method, params };
    const { text } = await this.#service.answer(JSON.stringify(sent), PEER);
    const { error } = JSON.parse(text);
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  }

  /** Its store is its own: only what the next start finds is judged. */
  kept() {}

  close() {
    return this.#service.stop();
  }
}
