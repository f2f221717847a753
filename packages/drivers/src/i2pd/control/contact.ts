import { httpLink } from "@pilothouse/client";
import type { Settings } from "@pilothouse/protocol";
import type { Configuration } from "../config/configuration.js";
import { controlEndpoint } from "../config/control-settings.js";
import { CONTROL } from "../guard/guard.js";
import { Control, NoAnswer } from "./control.js";

/** The way to the router's control service, found again after every start. */
export class Contact {
  #control: Promise<Control | undefined> | undefined;

  constructor(
    readonly configuration: Configuration,
    readonly dataDir: string,
    readonly now?: () => number,
  ) {}

  /** Undefined as long as there is no certificate by which it could be known. */
  async control(): Promise<Control | undefined> {
    this.#control ??= this.#open();
    const control = await this.#control;
    if (control === undefined) this.renew();
    if (!control?.isOutdated) return control;
    this.renew();
    return this.control();
  }

  /** Also true for a router that refuses the login: it runs. */
  async answers(timeout: number): Promise<boolean> {
    const control = await this.control();
    return control !== undefined && (await answering(control, timeout)) !== "no";
  }

  renew(): void {
    this.close();
    this.#control = undefined;
  }

  close(): void {
    void this.#control?.then((control) => control?.close());
  }

  async #open(): Promise<Control | undefined> {
    return controlOf(await this.configuration.settings(), this.dataDir, this.now);
  }
}

async function controlOf(
  settings: Settings,
  dataDir: string,
  now?: () => number,
): Promise<Control | undefined> {
  const endpoint = await controlEndpoint(settings, dataDir);
  return endpoint && new Control(httpLink(endpoint.url, endpoint), settings.get(`${CONTROL}password`), now);
}

type Answering = "yes" | "no" | "refuses the login";

/** Whether a router with these settings answers; undefined when it cannot be known by a certificate. */
export async function answersAt(
  settings: Settings,
  dataDir: string,
  timeout: number,
): Promise<Answering | undefined> {
  const control = await controlOf(settings, dataDir);
  try {
    return control && (await answering(control, timeout));
  } finally {
    control?.close();
  }
}

async function answering(control: Control, timeout: number): Promise<Answering> {
  try {
    await control.info(["router.uptime"], AbortSignal.timeout(timeout));
    return "yes";
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return error.reason === "login" ? "refuses the login" : "no";
  }
}
