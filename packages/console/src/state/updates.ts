import { ask, type ClientError } from "@pilothouse/client/browser";
import type { CodedText } from "@pilothouse/protocol";
import { Cell } from "./cell.js";
import type { Session } from "./session.js";
import { isUnanswered } from "./sign-in.js";

type UpdateAction = "FindUpdates" | "Update";

export interface UpdateState {
  /** What is running, and since when. */
  readonly running?: { readonly action: UpdateAction; readonly since: number };
  /** Whether there is an update, or a message why that is unknown. */
  readonly found?: boolean | string;
  /** The result of the last installation, as the server worded it. */
  readonly installed?: string;
  /** The codes of what the server worded; without them, an older server's. */
  readonly said?: readonly CodedText[];
  /** Whether that is why nothing was installed. */
  readonly notInstalled?: boolean;
  readonly failed?: { readonly action: UpdateAction; readonly error: ClientError };
}

/** Finding and installing an update takes minutes, and continues while other pages are open. */
export class Updates {
  readonly state = new Cell<UpdateState>({});

  constructor(
    readonly session: Session,
    /** Changes when the service is back. */
    reconnects: Cell<number>,
  ) {
    reconnects.watch(() => this.state.update((now) => (isUnanswered(now.failed?.error) ? {} : now)));
  }

  find(): Promise<void> {
    return this.#run("FindUpdates", async () => ({ found: await this.session.ask(ask.act("FindUpdates")) }));
  }

  install(): Promise<void> {
    return this.#run("Update", async () => {
      const installed = await this.session.ask(ask.act("Update"));
      return { installed, notInstalled: await this.#hasFailed(installed) };
    });
  }

  /** The answer is a sentence in any case; the event tells a failure from a success. */
  async #hasFailed(status: string): Promise<boolean> {
    const newest = this.session.call("pilothouse.events", { kinds: ["update.failed"], limit: 1 });
    const { events } = await newest.catch(() => ({ events: [] }));
    return events[0]?.data["status"] === status;
  }

  /** The common interface answers a sentence, or `false` if nothing is known; the status has the reason and its code. */
  async #withCodes(state: UpdateState): Promise<UpdateState> {
    const answer = state.installed ?? state.found;
    if (answer === true) return state;
    const status = await this.session.call("pilothouse.status", {}).catch(() => undefined);
    const unknown = answer === false ? status?.updateUnknown : undefined;
    return { ...state, ...(unknown && { found: unknown.text }), said: status?.updateTexts ?? [] };
  }

  async #run(action: UpdateAction, work: () => Promise<UpdateState>): Promise<void> {
    if (this.state.value.running !== undefined) return;
    this.state.set({ running: { action, since: Date.now() } });
    try {
      this.state.set(await this.#withCodes(await work()));
    } catch (error) {
      this.state.set({ failed: { action, error: error as ClientError } });
    }
  }
}
