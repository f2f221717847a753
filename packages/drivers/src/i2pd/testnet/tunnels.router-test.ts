import type { TunnelOption } from "@pilothouse/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tunnel, TunnelChange } from "../../port.js";
import { Driven } from "./driven.js";
import { TestNetwork } from "./network.js";
import { isRunning, readUntil } from "./reading.js";
import { freePort, reached, WebSite } from "./web-site.js";

const [HOST, VISITOR] = [9, 10];
let network: TestNetwork;
let host: Driven;
let visitor: Driven;
let site: WebSite;
let proxy = "";

const create = (
  name: string,
  config: { readonly [O in TunnelOption]?: string },
  more: { readonly key?: Uint8Array } = {},
): TunnelChange => ({
  ...{ action: "create", name, ...more },
  config: new Map(Object.entries({ TunnelLength: "1", ...config })) as ReadonlyMap<TunnelOption, string>,
});
const list = (driven: Driven) => driven.router.tunnels.list(AbortSignal.timeout(30_000));
const tunnel = async (driven: Driven, name: string): Promise<Tunnel | undefined> =>
  (await list(driven)).find((one) => one.name === name);

beforeAll(async () => {
  network = await TestNetwork.up([HOST, VISITOR]);
  site = await WebSite.open("one");
  [host, visitor] = [
    await Driven.make(network, { number: HOST }),
    await Driven.make(network, { number: VISITOR }),
  ];
  await Promise.all([host, visitor].map(({ router }) => router.start()));
  await Promise.all([host, visitor].map(({ router }) => readUntil(router, isRunning)));
  proxy = await freePort();
  await visitor.router.tunnels.change([create("proxy", { Type: "httpclient", Port: proxy })]);
});
afterAll(async () => {
  for (const driven of [host, visitor]) await driven?.dispose();
  site?.close();
  await network?.down();
});

describe("a web site of this machine, behind a tunnel of a real i2pd", () => {
  it("is reached through the proxy of another router", async () => {
    await host.router.tunnels.change([create("web", { Type: "httpserver", TargetPort: site.port })]);
    const web = await tunnel(host, "web");
    expect(web).toMatchObject({ state: "running", exposed: undefined });
    await reached(proxy, web?.address ?? "", "one");
  });
});
