import { execFile } from "node:child_process";
import type { Log } from "@pilothouse/server";

/**
 * Reports the state of the service to systemd, when systemd asks for it (`Type=notify`, `WatchdogSec=`).
 * Node cannot send to a Unix datagram socket, so systemd's own tool sends the message.
 */
export class Systemd {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    readonly env: { readonly [name: string]: string | undefined },
    readonly log: Log,
  ) {}

  ready(): void {
    this.#notify("READY=1");
    const watchdogMs = Number(this.env["WATCHDOG_USEC"] ?? 0) / 1_000;
    // Half the time systemd allows, as its manual advises. A hung event loop stops the messages.
    if (watchdogMs > 0) this.#timer = setInterval(() => this.#notify("WATCHDOG=1"), watchdogMs / 2).unref();
  }

  stopping(): void {
    clearInterval(this.#timer);
    this.#notify("STOPPING=1");
  }

  #notify(message: string): void {
    if (this.env["NOTIFY_SOCKET"] === undefined) return;
    execFile("systemd-notify", [message], (error) => {
      if (error !== null) this.log.warn({ err: error }, "systemd could not be notified");
    });
  }
}
