import { httpLink } from "@pilothouse/client";
import type { Configuration } from "./configuration.js";
import { Control, NoAnswer } from "./control.js";
import { CONTROL, controlEndpoint } from "./control-settings.js";

/** The way to the router's control service, found anew after every start. */
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
    try {
      const told = await (await this.control())?.info(["router.uptime"], AbortSignal.timeout(timeout));
      return told !== undefined;
    } catch (error) {
      if (error instanceof NoAnswer) return false;
      throw error;
    }
  }

  renew(): void {
    this.close();
    this.#control = undefined;
  }

  close(): void {
    void this.#control?.then((control) => control?.close());
  }

  async #open(): Promise<Control | undefined> {
    const settings = await this.configuration.settings();
    const endpoint = await controlEndpoint(settings, this.dataDir);
    return endpoint && new Control(httpLink(endpoint.url, endpoint), settings.get(`${CONTROL}password`));
  }
}
