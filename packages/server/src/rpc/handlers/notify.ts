import { badKey } from "@pilothouse/protocol";
import type { Notifier } from "../../notify/notifier.js";
import type { Handlers } from "../answer.js";

export const notifyHandler = (notifier: Notifier): Pick<Handlers, "pilothouse.notify"> => ({
  async "pilothouse.notify"({ test }, call) {
    if (test === undefined) return notifier.view();
    const names = notifier.channels().map(({ name }) => name);
    if (!(names as readonly string[]).includes(test))
      throw badKey("test", `wants a channel that is set up (${names.join(", ") || "there is none"})`);
    const failed = await call.onRecord("notification test", () => notifier.test(test), {
      channel: test,
    });
    return { ...(await notifier.view()), tested: failed === undefined, failed: failed ?? null };
  },
});
