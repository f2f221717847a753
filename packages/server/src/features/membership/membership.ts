import type { Result } from "@pilothouse/protocol";
import type { Audit } from "../../audit/audit.js";
import type { Store } from "../../store/store.js";

/** The membership of the service in a fleet, for people and programs. */
export type MembershipStatus = Result<"pilothouse.membership">;

/** What a membership is given by the service that it belongs to. */
export interface MembershipOptions {
  readonly store: Store;
  readonly audit: Audit;
}

/** Belonging to a fleet, as the service sees it. What cannot be done is thrown as an `RpcError`, for people. */
export interface Membership {
  /** The store is there. Nothing is dialled before the carriers open. */
  open(options: MembershipOptions): void;
  /** Resolves when the fleet has taken the node in, or has it wait. */
  join(token: string, name?: string): Promise<MembershipStatus>;
  /** Resolves when the node has left its fleet, with what is left to do, if the hub could not be informed for example. */
  leave(): Promise<string | null>;
  status(): MembershipStatus;
}
