import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { pipeline } from "node:stream";

/** A tunnel such as `ssh -L` to this address: while nothing listens there, it accepts connections and closes them. */
export async function tunnelTo(address: string) {
  const target = new URL(address);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) open.add(socket.once("close", () => open.delete(socket)));
    // Each ends with the other.
    pipeline(near, far, near, () => {
      near.destroy();
      far.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
