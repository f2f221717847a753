import type { Answer, Caller, Notice, Params } from "./system.js";

/** The hub whose node the service is, as far as the model meets it. */
export interface Hub {
  /** The name of the node. */
  readonly node: string;
  /** One call of the hub itself. The operator is the owner of its data directory. */
  call(method: string, params: Params, from?: Caller): Promise<Answer>;
  /** What the receiver of the hub's webhook got, the oldest first. */
  notices(): readonly Notice[];
  /** SIGTERM, and a new start. */
  restart(): Promise<void>;
  /** SIGKILL, and a new start. */
  kill(): Promise<void>;
  /** SIGKILL of the bus. */
  killBus(): Promise<void>;
  /** SIGKILL so many milliseconds after the operator has called the node through the hub. The answer, if there was one. */
  killDuring(
    victim: "hub" | "bus",
    call: { readonly method: string; readonly params: Params },
    ms: number,
  ): Promise<Answer | undefined>;
  /** The node cannot reach the bus any more, or again. */
  cut(isCut: boolean): Promise<void>;
}
