import { badKey, RpcError } from "@pilothouse/protocol";
import type { Handlers } from "../../rpc/answer.js";
import type { Notifier } from "./notifier.js";

export const notifyHandler = (notifier: Notifier): Pick<Handlers, "pilothouse.notify"> => {
  /** A token must not flood the receiver: each channel is tested by one caller at a time. */
  const underWay = new Set<string>();
  return {
    async "pilothouse.notify"({ test }, call) {
      if (test === undefined) return notifier.view();
      const names = notifier.channels().map(({ name }) => name);
      if (!(names as readonly string[]).includes(test))
        throw badKey("test", `wants a channel that is set up (${names.join(", ") || "there is none"})`);
      if (underWay.has(test))
        throw new RpcError("refused", `a test of ${test} is under way; try again in a moment`, 1);
      underWay.add(test);
      try {
        const failed = await call.audited("notification test", () => notifier.test(test), { channel: test });
        return { ...(await notifier.view()), tested: failed === undefined, failed: failed ?? null };
      } finally {
        underWay.delete(test);
      }
    },
  };
};
