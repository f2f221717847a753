// The ways to the routers that are asked: each router itself, and the service over it.
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { httpLink, memoryLink } from "../../packages/client/dist/index.js";
import { settingsOf } from "../../packages/drivers/dist/i2pd/config/conf.js";
import { controlEndpoint } from "../../packages/drivers/dist/i2pd/config/control-settings.js";
import { systemClock } from "../../packages/drivers/dist/port.js";
import { Simulator } from "../../packages/drivers/dist/simulator.js";
import { FACTORY_PASSWORD } from "../../packages/protocol/dist/index.js";
import * as server from "../../packages/server/dist/index.js";
import { fromTests } from "../doubles/doubles.mjs";
import { ask } from "./probes.mjs";

const { Driven } = await fromTests("drivers/i2pd/testnet/driven");
const { TestNetwork } = await fromTests("drivers/i2pd/testnet/network");
const { javaRouter, memoryStorage } = await fromTests("drivers/upstream/testing/fixtures");

const PASSWORD = "a password for the survey";
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The service over a router, with a feed that offers an update. */
export async function through(title, router, options) {
  const { dir, update, clock = systemClock, wait = () => pause(500), revive, flags: more } = options;
  const { privateKeyPem, publicKey } = server.generateKeys();
  const [data, feed] = [join(dir, `${title} data`), join(dir, `${title} feed`)];
  await server.writeFeed({ ...update, product: router.kind, privateKeyPem, outDir: feed });
  const endpoints = { "https.port": "0", "http.enabled": "false" };
  const flags = {
    data_dir: data,
    "update.feed": feed,
    "update.public_key": publicKey,
    ...endpoints,
    ...more,
  };
  const { settings } = server.loadSettings({ env: { HOME: data }, flags });
  const seams = { settings, makeRouter: () => router, clock, log: server.silentLog, version: "0" };
  const service = new server.Service(seams);
  await service.start();
  const link = memoryLink(async (sent) => {
    const { text, afterwards } = await service.answer(sent, { address: "127.0.0.1" });
    afterwards?.();
    return text;
  });
  const to = { title, link, spelling: "svc", password: FACTORY_PASSWORD, wait, revive };
  await ask(to, "ServiceControl", { "svccontrol.password": PASSWORD });
  return Object.assign(to, {
    password: PASSWORD,
    url: service.https,
    seenBy: to,
    close: () => service.stop(),
  });
}

/** A program of i2pd that may be replaced, and an update for it. */
export function updatable(network, dir) {
  const binary = join(dir, "i2pd");
  copyFileSync(network.binary, binary);
  chmodSync(binary, 0o755);
  // The update is the same program with another version: the number is in it as text.
  const [version] = /\d+\.\d+\.\d+/.exec(spawnSync(binary, ["--version"], { encoding: "utf8" }).stdout);
  const update = { version: version.replace(/\d$/, "9"), file: join(dir, "update-of-i2pd") };
  const bytes = readFileSync(binary, "latin1").replaceAll(version, update.version);
  writeFileSync(update.file, bytes, "latin1");
  return { binary, version, update };
}

/** A real i2pd, with neighbours that build tunnels through it. */
export async function i2pd(dir) {
  const network = await TestNetwork.up();
  const { binary, version, update } = updatable(network, dir);
  const driven = await Driven.make(network, { binary });
  const served = await through(`i2pd ${version}, through us`, driven.router, { dir, update });
  const text = readFileSync(driven.config, "utf8");
  const conf = settingsOf(text);
  // Some settings can be removed remotely but not set again, because they name files of the machine.
  served.restore = () => writeFileSync(driven.config, text);
  const endpoint = await controlEndpoint(conf, driven.dataDir);
  const itself = {
    title: `i2pd ${version}, itself`,
    known: "i2pd",
    link: httpLink(endpoint.url, endpoint),
    spelling: "i2p",
    password: conf.get("i2pcontrol.password"),
    tokenless: true,
    seenBy: served,
    revive: () => ask(served, "RouterManager", { Restart: true }),
    async close() {
      await driven.dispose();
      await network.down();
    },
  };
  return [itself, served];
}

/** Two doubles of Java I2P, so that what is done to the one itself does not disturb the driver of the other. */
export async function java(dir, update) {
  const [alone, behind] = [await javaRouter(), await javaRouter()];
  const itself = {
    title: "Java I2P, itself",
    known: "java",
    link: httpLink(alone.double.url),
    spelling: "i2p",
    password: "secret",
    revive: () => alone.double.run(),
    async close() {
      await alone.double.close();
      await behind.double.close();
    },
  };
  const wait = async () => {
    await behind.pass(2);
    await pause(20);
  };
  const revive = () => behind.double.run();
  const options = { dir, update, clock: behind.clock, wait, revive };
  const served = await through("Java I2P, through us", behind.router, options);
  return [itself, served];
}

/** The simulator, whose time passes faster while it is waited for. */
export function simulator(dir, update) {
  let ahead = 0;
  const clock = { now: () => Date.now() + ahead };
  const wait = async () => {
    ahead += 2_000;
    await pause(20);
  };
  const router = new Simulator({ seed: 1, clock, storage: memoryStorage() });
  return through("simulator", router, { dir, update, clock, wait });
}
