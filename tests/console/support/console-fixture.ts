import { resolve } from "node:path";
import { Simulator } from "@pilothouse/drivers/simulator";
import { type OnRestore, restartWith, type Service, type SettingName, silentLog } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { TestClock } from "@pilothouse/system/testing/test-clock";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { choosePassword } from "../../support/chosen-password.js";
import { make, type Starting, start } from "../../support/start.js";
import { browser } from "./chromium.js";
import { PATIENCE } from "./eventually.js";
import { pageTitled, type Title } from "./pages.js";

/** What the operator types to choose a password for it. */
export const PASSWD_COMMAND = "sudo pilothouse passwd --data-dir /srv/attic";
export const PASSWORD = "three blue herons at low tide";
const FACTORY = "itoopie";
/** After this time the simulated router has peers and tunnels, and is reachable. */
const WARM_UP = 180_000;
/** As in a browser that is told to save data. */
const SAVES_DATA = `Object.defineProperty(navigator, "connection", { value: { saveData: true } })`;
const dist = resolve(import.meta.dirname, "../../../packages/console/dist");

interface FixtureOptions {
  /** False keeps the factory password. */
  readonly password?: boolean;
  readonly settings?: { readonly [N in SettingName]?: string };
  /** How much history there is at the start, in milliseconds. */
  readonly watched?: number;
  /** Starts the server; a service with the fixture's simulator by default. */
  readonly serve?: (starting: Starting) => Promise<Service>;
}

/**
 * The real service with the real page, and a simulated router. Every test opens its own: nothing that
 * one test does is there for another.
 */
export class ConsoleFixture {
  readonly clock = TestClock.running();
  readonly #dir = scratch();
  #simulator: Simulator | undefined;
  #service: Service | undefined;
  readonly #contexts: BrowserContext[] = [];
  #settings: { readonly [N in SettingName]?: string } = {};
  #serve: NonNullable<FixtureOptions["serve"]> = start;
  /** The address of every request of any page. */
  readonly asked: string[] = [];
  /** The body of every call of any page. */
  readonly sent: string[] = [];
  /** Errors in the browser's console, including blocked resources. */
  readonly consoleErrors: string[] = [];
  /** Uncaught errors. */
  readonly #uncaught: string[] = [];

  /** Closed when the test ends. */
  static async open({
    password = true,
    settings = {},
    watched = WARM_UP,
    serve = start,
  }: FixtureOptions = {}): Promise<ConsoleFixture> {
    const fixture = new ConsoleFixture();
    onTestFinished(() => fixture.#close());
    fixture.#settings = settings;
    fixture.#serve = serve;
    fixture.clock.advance(-watched);
    if (password) await choosePassword(fixture.#dir, PASSWORD);
    await fixture.start();
    if (password) await fixture.passTime(watched, watched > WARM_UP ? 20_000 : 5_000);
    return fixture;
  }

  async #close(): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()));
    await this.stop();
    expect(this.#uncaught, "errors that a page did not catch").toEqual([]);
  }

  /** Starts the service; after a stop, on the same port as before. */
  async start(): Promise<void> {
    this.#service = await this.#serve(this.#starting);
    this.#port = new URL(this.url).port;
  }

  /** Makes the next start fail, with this reason. */
  fault: string | undefined;

  get #starting(): Starting {
    return {
      dataDir: this.#dir,
      flags: { "http.port": this.#port ?? "0", ...this.#settings },
      clock: this.clock,
      version: "0.1.0",
      passwdCommand: PASSWD_COMMAND,
      consoleDir: dist,
      makeRouter: (_settings, storage) => {
        const { fault } = this;
        this.fault = undefined;
        if (fault !== undefined) throw new Error(fault);
        this.#simulator = new Simulator({ seed: 7, clock: this.clock, storage: storage("simulator") });
        return this.#simulator;
      },
      onRestore: (staged, by) => {
        this.#restarting = this.#restart(staged, by);
      },
    };
  }

  /** As `pilothouse serve` does to restore a backup. */
  readonly #restart = async (...[staged, by]: Parameters<OnRestore>): Promise<void> => {
    if (this.#service === undefined) throw new Error("not started");
    const restarted = { make: async () => make(this.#starting), dataDir: this.#dir, log: silentLog };
    this.#service = await restartWith(this.#service, staged, by, restarted);
    this.#token = undefined;
  };
  #restarting: Promise<void> | undefined;
  #port: string | undefined;

  async stop(): Promise<void> {
    await this.#restarting;
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

  /** A call without the browser, as from another client. */
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

  /** A call with the fixture's own token. */
  async ask(method: string, params: object = {}): Promise<{ readonly [name: string]: unknown }> {
    this.#token ??= this.token();
    return this.call(method, { Token: await this.#token, ...params });
  }
  #token: Promise<string> | undefined;

  async token(password = PASSWORD): Promise<string> {
    // The factory password works on this machine only.
    const address = password === FACTORY ? "127.0.0.1" : undefined;
    const { Token } = await this.call("Authenticate", { API: 1, Password: password }, address);
    return Token as string;
  }

  /** Advances the clock, and samples the router every `step`. */
  async passTime(ms: number, step: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += step) {
      this.clock.advance(step);
      await this.ask("RouterInfo", { "svc.router.uptime": "" });
    }
  }

  /** A new page in its own browser context. It loads only what it shows, unless it loads `ahead`. */
  async page(
    options: BrowserContextOptions & { readonly at?: string; readonly ahead?: boolean } = {},
  ): Promise<Page> {
    const { at = this.url, ahead = false, ...rest } = options;
    const context = await (await browser()).newContext({
      locale: "en-GB",
      viewport: { width: 1280, height: 900 },
      ignoreHTTPSErrors: true,
      ...rest,
    });
    this.#contexts.push(context);
    context.setDefaultTimeout(PATIENCE);
    if (!ahead) await context.addInitScript(SAVES_DATA);
    const page = await context.newPage();
    page.on("request", (request) => {
      this.asked.push(request.url());
      if (request.method() === "POST") this.sent.push(request.postData() ?? "");
    });
    page.on("console", (message) => {
      if (message.type() === "error") this.consoleErrors.push(message.text());
    });
    page.on("pageerror", (error) => {
      this.consoleErrors.push(String(error));
      this.#uncaught.push(String(error));
    });
    await page.goto(at);
    return page;
  }

  /** Holds back the page's next call that contains `part`, or its answer. Returns a function that releases it. */
  async holdBack(page: Page, part: string, what: "call" | "answer" = "call"): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let held = false;
    await page.route("**/console/rpc", async (route) => {
      if (held || !route.request().postData()?.includes(part)) return route.continue();
      held = true;
      const response = what === "answer" ? await route.fetch() : undefined;
      await released;
      await (response === undefined ? route.continue() : route.fulfill({ response }));
    });
    return release;
  }

  /** A signed-in page, once its content has loaded. */
  async signedIn(
    title: Title = "Overview",
    options: Parameters<ConsoleFixture["page"]>[0] = {},
  ): Promise<Page> {
    const { path, content } = pageTitled(title);
    const page = await this.page({ ...options, at: `${options.at ?? this.url}#/${path}` });
    await signIn(page);
    await content(page).waitFor();
    return page;
  }
}

export async function signIn(page: Page, password = PASSWORD): Promise<void> {
  await page.locator('input[type="password"]').first().fill(password);
  await page.locator('button[type="submit"]').click();
}

/** Follows a link of the menu. */
export async function open(page: Page, title: Title): Promise<void> {
  await page.getByRole("navigation").getByRole("link", { name: title }).click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await pageTitled(title).content(page).waitFor();
}

/** Resolves after the next paint and the effects that run after it. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
