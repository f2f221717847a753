import { RpcError } from "@pilothouse/protocol";
import type { Feature } from "../../feature.js";
import type { Membership } from "./membership.js";

interface Needs {
  /** Absent where the service cannot belong to a fleet. */
  readonly membership?: Membership | undefined;
}

/** The beginning of its id, as where a hub has acted: the whole looks like a secret, and would be hidden. */
const shown = (fleet: string | null): string | null => fleet?.slice(0, 8) ?? null;

/** Belonging to a fleet. A service that was not given the means for it says so. */
export const membership: Feature<
  Needs,
  object,
  "pilothouse.join" | "pilothouse.leave" | "pilothouse.membership"
> = {
  open({ membership: given }) {
    const able = (): Membership => {
      if (given === undefined) throw new RpcError("refused", "this service cannot belong to a fleet");
      return given;
    };
    return {
      provides: {},
      handlers: {
        "pilothouse.join": ({ token, name }, call) =>
          call.audited("join a fleet", async (changed) => {
            const before = able().status();
            const status = await able().join(token, name);
            changed([{ name: "fleet", old: shown(before.fleet), new: shown(status.fleet) }]);
            return status;
          }),

        "pilothouse.leave": (_params, call) =>
          call.audited("leave the fleet", async (changed) => {
            const { state, fleet } = able().status();
            const note = await able().leave();
            changed([{ name: "fleet", old: shown(fleet), new: null }]);
            return { Left: state !== "none", note };
          }),

        "pilothouse.membership": () => able().status(),
      },
    };
  },
};
