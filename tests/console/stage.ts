import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Simulator } from "@pilothouse/drivers/simulator";
import { loadSettings, Service, type SettingName, silentLog } from "@pilothouse/server";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

export const PASSWORD = "three blue herons at low tide";
const FACTORY = "itoopie";
/** After this the simulated router has peers and tunnels, and has found out that it can be reached. */
const WARM_UP = 180_000;
const dist = resolve(import.meta.dirname, "../../packages/console/dist");

/** A clock that can be put forward. */
class StageClock {
  #ahead = 0;
  now(): number {
    return Date.now() + this.#ahead;
  }
  pass(ms: number): void {
    this.#ahead += ms;
  }
}

interface StageOptions {
  /** False leaves the factory password in force. */
  readonly password?: boolean;
  readonly settings?: { readonly [N in SettingName]?: string };
  /** For how long, in milliseconds, the router has been watched already. */
  readonly watched?: number;
}

/** The real service with the real page, a simulated router, and a browser that knows no other host. */
export class Stage {
  readonly clock = new StageClock();
  readonly #dir = mkdtempSync(join(tmpdir(), "pilothouse-console-"));
  #simulator: Simulator | undefined;
  #service: Service | undefined;
  #browser: Browser | undefined;
  #settings: { readonly [N in SettingName]?: string } = {};
  /** Every address that any page asked for. */
  readonly asked: string[] = [];
  /** What any page complained about, refused resources among it. */
  readonly complaints: string[] = [];

  static async open({
    password = true,
    settings = {},
    watched = WARM_UP,
  }: StageOptions = {}): Promise<Stage> {
    const stage = new Stage();
    stage.#settings = settings;
    stage.clock.pass(-watched);
    await stage.start();
    if (password) {
      const token = await stage.token(FACTORY);
      await stage.call("ServiceControl", { Token: token, "svccontrol.password": PASSWORD });
      await stage.live(watched, watched > WARM_UP ? 20_000 : 1_000);
    }
    stage.#browser = await chromium.launch({
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      args: [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    });
    return stage;
  }

  async close(): Promise<void> {
    await this.#browser?.close();
    await this.stop();
    rmSync(this.#dir, { recursive: true, force: true });
  }

  /** Starts the service; after a stop, at the same port as before. */
  async start(): Promise<void> {
    const flags = {
      data_dir: this.#dir,
      "https.port": "0",
      "http.port": this.#port ?? "0",
      ...this.#settings,
    };
    const { settings } = loadSettings({ flags, env: { HOME: this.#dir } });
    this.#service = new Service({
      settings,
      clock: this.clock,
      log: silentLog,
      version: "0.1.0",
      consoleDir: dist,
      makeRouter: (_settings, shelf) => {
        this.#simulator = new Simulator({ seed: 7, clock: this.clock, shelf: shelf("simulator") });
        return this.#simulator;
      },
    });
    await this.#service.start();
    this.#port = new URL(this.url).port;
  }
  #port: string | undefined;

  async stop(): Promise<void> {
    await this.#service?.stop();
    this.#service = undefined;
  }

  get simulator(): Simulator {
    if (this.#simulator === undefined) throw new Error("not started");
    return this.#simulator;
  }

  get url(): string {
    return this.#service?.http ?? `http://127.0.0.1:${this.#port}/`;
  }

  get secureUrl(): string {
    return `${this.#service?.https}console/`;
  }

  /** A call past the browser, as another client would make it. */
  async call(
    method: string,
    params: object,
    address = "192.0.2.7",
  ): Promise<{ readonly [name: string]: unknown }> {
    if (this.#service === undefined) throw new Error("not started");
    const request = JSON.stringify({ jsonrpc: "2.0", id: "1", method, params });
    const { text, afterwards } = await this.#service.answer(request, { address });
    afterwards?.();
    const { result, error } = JSON.parse(text) as { result?: { [name: string]: unknown }; error?: unknown };
    if (result === undefined) throw new Error(JSON.stringify(error));
    return result;
  }

  async token(password: string): Promise<string> {
    // The factory password counts on this machine only.
    const address = password === "itoopie" ? "127.0.0.1" : undefined;
    const { Token } = await this.call("Authenticate", { API: 1, Password: password }, address);
    return Token as string;
  }

  /** Lets so much time pass, sampled every `step`, as if someone had watched. */
  async live(ms: number, step: number): Promise<void> {
    const token = await this.token(PASSWORD);
    for (let passed = 0; passed < ms; passed += step) {
      this.clock.pass(step);
      await this.call("RouterInfo", { Token: token, "svc.router.uptime": "" });
    }
  }

  /** A new page, with nothing kept from others. */
  async page(options: BrowserContextOptions & { readonly at?: string } = {}): Promise<Page> {
    const { at = this.url, ...rest } = options;
    if (this.#browser === undefined) throw new Error("there is no browser");
    const context = await this.#browser.newContext({
      locale: "en-GB",
      viewport: { width: 1280, height: 900 },
      ignoreHTTPSErrors: true,
      ...rest,
    });
    context.setDefaultTimeout(10_000);
    const page = await context.newPage();
    page.on("request", (request) => this.asked.push(request.url()));
    page.on("console", (message) => {
      if (message.type() === "error") this.complaints.push(message.text());
    });
    page.on("pageerror", (error) => this.complaints.push(String(error)));
    await page.goto(at);
    return page;
  }

  /** A page behind the sign-in. */
  async signedIn(options: Parameters<Stage["page"]>[0] = {}): Promise<Page> {
    const page = await this.page(options);
    await signIn(page);
    await page.locator("main .tile").first().waitFor();
    return page;
  }
}

export async function signIn(page: Page, password = PASSWORD): Promise<void> {
  await page.locator('input[type="password"]').first().fill(password);
  await page.locator('button[type="submit"]').click();
}

/** Follows a link of the menu. */
export async function open(page: Page, name: string): Promise<void> {
  const menu = page.getByRole("button", { name: "Menu" });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole("navigation").getByRole("link", { name }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}
