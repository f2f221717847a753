import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { silentLog } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it, vi } from "vitest";
import { Systemd } from "./systemd.js";

/** Neither is on every machine; Node itself cannot listen on such a socket. */
const hasTools = () => {
  try {
    for (const tool of ["systemd-notify", "python3"]) execFileSync(tool, ["--version"]);
    return true;
  } catch {
    return false;
  }
};

describe("systemd", () => {
  it("gets no message when it did not ask", async () => {
    const warn = vi.fn();
    new Systemd({}, { ...silentLog, warn }).ready();
    expect(warn).not.toHaveBeenCalled();
  });

  it.runIf(hasTools())("learns that the service is ready and alive, on its own socket", async () => {
    const socket = join(scratch(), "socket");
    const listener = spawn("python3", [
      "-c",
      `import socket
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); s.bind(${JSON.stringify(socket)}); print("bound", flush=True)
while True: print(s.recv(4096).decode().strip(), flush=True)`,
    ]);
    let heard = "";
    listener.stdout.on("data", (chunk) => {
      heard += chunk;
    });
    await vi.waitFor(() => expect(heard).toContain("bound"), 120_000);
    vi.stubEnv("NOTIFY_SOCKET", socket);
    const systemd = new Systemd({ NOTIFY_SOCKET: socket, WATCHDOG_USEC: "100000" }, silentLog);
    systemd.ready();
    await vi.waitFor(() => expect(heard).toMatch(/READY=1[\s\S]*WATCHDOG=1/), 120_000);
    systemd.stopping();
    await vi.waitFor(() => expect(heard).toContain("STOPPING=1"), 120_000);
    vi.unstubAllEnvs();
    listener.kill();
  });
});
