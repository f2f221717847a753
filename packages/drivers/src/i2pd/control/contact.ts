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
  ) {}

  /** Undefined as long as there is no certificate by which it could be known. */
  async control(): Promise<Control | undefined> {
    this.#control ??= this.#open();
    const control = await this.#control;
    if (control === undefined) this.renew();
    return control;
  }

  async answers(timeout: number): Promise<boolean> {
    const control = await this.control();
    return control !== undefined && isAnswering(control, timeout);
  }

  renew(): void {
    this.close();
    this.#control = undefined;
  }

  close(): void {
    void this.#control?.then((control) => control?.close());
  }

  async #open(): Promise<Control | undefined> {
    return controlOf(await this.configuration.settings(), this.dataDir);
  }
}

async function controlOf(settings: Settings, dataDir: string): Promise<Control | undefined> {
  const endpoint = await controlEndpoint(settings, dataDir);
  return endpoint && new Control(httpLink(endpoint.url, endpoint), settings.get(`${CONTROL}password`));
}

/** Whether a router with these settings answers; undefined when it cannot be known by a certificate. */
export async function answersAt(
  settings: Settings,
  dataDir: string,
  timeout: number,
): Promise<boolean | undefined> {
  const control = await controlOf(settings, dataDir);
  try {
    return control && (await isAnswering(control, timeout));
  } finally {
    control?.close();
  }
}

async function isAnswering(control: Control, timeout: number): Promise<boolean> {
  try {
    await control.info(["router.uptime"], AbortSignal.timeout(timeout));
    return true;
  } catch (error) {
    if (error instanceof NoAnswer) return false;
    throw error;
  }
}
