import type { NatsConnection } from "@nats-io/nats-core";
import { describe, expect, it } from "vitest";
import { PersistentConnection } from "./persistent-connection.js";

/** A connection that can only end. */
function connection() {
  let end: (error?: Error) => void = () => {};
  const closed = new Promise<Error | undefined>((resolve) => {
    end = resolve;
  });
  const made = { isOpen: true };
  const lose = (error?: Error) => {
    made.isOpen = false;
    end(error);
  };
  const nats = { closed: () => closed, close: async () => lose() } as unknown as NatsConnection;
  return { nats, lose, made };
}

describe("A connection that is kept", () => {
  it("is dialled again for ever, after the time it is given, and says why it was lost", async () => {
    const made = [connection(), connection()] as const;
    const seen: string[] = [];
    let dials = 0;
    const link = new PersistentConnection({
      dial: async () => {
        dials++;
        if (dials === 1 || dials === 3) throw new Error(`refused ${dials}`);
        return dials === 2 ? made[0].nats : made[1].nats;
      },
      opened: () => void seen.push("opened"),
      lost: (reason) => void seen.push(`lost: ${reason?.message}`),
      delay: (failures) => {
        seen.push(`after ${failures} failures`);
        return 0;
      },
    });
    link.start();
    await expect.poll(() => link.current).toBe(made[0].nats);
    made[0].lose(new Error("cut"));
    await expect.poll(() => link.current).toBe(made[1].nats);
    expect(seen).toEqual([
      ...["lost: refused 1", "after 1 failures", "opened", "lost: cut", "after 0 failures"],
      ...["lost: refused 3", "after 1 failures", "opened"],
    ]);
    await link.close();
    expect(made[1].made.isOpen).toBe(false);
    expect(dials).toBe(4);
  });

  it("can be used by what is begun when it is opened, and not after that has failed", async () => {
    const made = [connection(), connection()] as const;
    const seen: unknown[] = [];
    let dials = 0;
    const link = new PersistentConnection({
      dial: async () => (dials++ === 0 ? made[0].nats : made[1].nats),
      async opened() {
        await Promise.resolve();
        if (dials === 1) throw new Error("refused");
        queueMicrotask(() => void seen.push(link.current));
      },
      lost: () => void seen.push(link.current),
      delay: () => 0,
    });
    link.start();
    await expect.poll(() => seen).toHaveLength(2);
    expect(seen[0]).toBeUndefined();
    expect(seen[1]).toBe(made[1].nats);
    await link.close();
  });

  it("can be closed while it is dialled, and a connection that still comes is closed too", async () => {
    const late = connection();
    let arrive: (nats: NatsConnection) => void = () => {};
    const link = new PersistentConnection({
      dial: () =>
        new Promise((resolve) => {
          arrive = resolve;
        }),
      opened: () => {
        throw new Error("never");
      },
      lost: () => {},
      delay: () => 0,
    });
    link.start();
    await link.close();
    arrive(late.nats);
    await expect.poll(() => late.made.isOpen).toBe(false);
    expect(link.current).toBeUndefined();
  });
});
