import { ask, type ClientError } from "@pilothouse/client/browser";
import { Cell } from "./cell.js";
import type { Session } from "./session.js";

export interface UpdateState {
  /** What is under way, and since when. */
  readonly running?: { readonly action: "FindUpdates" | "Update"; readonly since: number };
  /** Whether there is an update, or a sentence on why that is not known. */
  readonly found?: boolean | string;
  /** How the last installation ended, in the server's words. */
  readonly installed?: string;
  readonly error?: ClientError;
}

/** Looking for an update and installing it take minutes, and go on while one reads another page. */
export class Updates {
  readonly state = new Cell<UpdateState>({});

  constructor(readonly session: Session) {}

  find(): Promise<void> {
    return this.#run("FindUpdates", async () => ({ found: await this.session.ask(ask.act("FindUpdates")) }));
  }

  install(): Promise<void> {
    return this.#run("Update", async () => ({ installed: await this.session.ask(ask.act("Update")) }));
  }

  async #run(action: "FindUpdates" | "Update", work: () => Promise<UpdateState>): Promise<void> {
    if (this.state.value.running !== undefined) return;
    this.state.set({ running: { action, since: Date.now() } });
    try {
      this.state.set(await work());
    } catch (error) {
      this.state.set({ error: error as ClientError });
    }
  }
}
