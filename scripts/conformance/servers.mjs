// The servers that the conformance kit judges for the matrix. Each is started, judged and ended before the next.
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { systemClock } from "../../packages/drivers/dist/port.js";
import { Simulator } from "../../packages/drivers/dist/simulator.js";
import { fromTests } from "../doubles/doubles.mjs";
import { through, updatable } from "../routers/columns.mjs";
import { ask } from "../routers/probes.mjs";

const { Driven } = await fromTests("drivers/i2pd/testnet/driven");
const { confOf, DRIVEN, TestNetwork } = await fromTests("drivers/i2pd/testnet/network");
const { javaRouter, memoryStorage } = await fromTests("drivers/upstream/testing/fixtures");

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const PORT = "7650";
const ALL = ["--allow-restart", "--allow-shutdown", "--allow-update", "--allow-password-change"];
const TOKEN_LIFETIME = 15;
const JAVA_PASSWORD = "secret";
const OURS = { "https.port": PORT, "auth.token_lifetime": `${TOKEN_LIFETIME}s` };
const ourArgs = [...ALL, "--token-lifetime", String(TOKEN_LIFETIME)];

/** The double of Java I2P in real time: what is due is done. */
export async function javaInTime(password = JAVA_PASSWORD) {
  const setting = { double: { clock: systemClock, password }, options: { clock: systemClock } };
  const java = await javaRouter(setting);
  const ticking = setInterval(() => java.double.settle(), 100);
  const close = () => {
    clearInterval(ticking);
    return java.double.close();
  };
  return { ...java, close };
}

async function until(isSo, what) {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(100)) if (await isSo()) return;
  throw new Error(`${what} did not come about`);
}

/** i2pd listens before it has made its certificate. */
const speaksTls = (port) =>
  new Promise((resolve) => {
    const socket = connect(
      { host: "127.0.0.1", port, rejectUnauthorized: false, ciphers: "DEFAULT@SECLEVEL=0" },
      () => {
        socket.destroy();
        resolve(true);
      },
    );
    socket
      .on("error", () => resolve(false))
      .setTimeout(5_000, () => socket.destroy(new Error("no handshake")));
  });

/** A tunnel to be asked for. */
async function withTunnel(served) {
  const tunnel = { Action: "create", Name: "web", Type: "httpserver", TargetPort: "8080" };
  const { result, error } = await ask(served, "TunnelManager", tunnel);
  if (!/^success/.test(result?.status)) throw new Error(`no tunnel: ${result?.status ?? error?.message}`);
  return served;
}

export const SERVERS = {
  simulator: {
    label: "Pilothouse on its simulator",
    args: ourArgs,
    async start(dir, update) {
      const router = new Simulator({ seed: 1, clock: systemClock, storage: memoryStorage() });
      return withTunnel(await through("simulator", router, { dir, update, flags: OURS }));
    },
  },
  "i2pd-through-pilothouse": {
    label: "Pilothouse on i2pd",
    args: [...ourArgs, "--probe-setting", "loglevel=info,warn"],
    async start(dir) {
      const network = await TestNetwork.up();
      const { binary, update } = updatable(network, dir);
      const driven = await Driven.make(network, { binary });
      const served = await withTunnel(
        await through("i2pd, through us", driven.router, { dir, update, flags: OURS }),
      );
      const close = async () => {
        await served.close();
        await driven.dispose();
        await network.down();
      };
      return { ...served, close };
    },
  },
  i2pd: {
    label: "i2pd's own control service (Debian's package)",
    args: ["--allow-restart", "--allow-shutdown", "--allow-password-change"],
    async start(dir) {
      const network = await TestNetwork.up();
      const data = join(dir, "data of i2pd");
      await network.freshData(data);
      const [conf, password] = [join(dir, "i2pd.conf"), "a password for i2pd"];
      const control = `\n[i2pcontrol]\nenabled = true\naddress = 127.0.0.1\nport = ${PORT}\npassword = ${password}\n`;
      writeFileSync(conf, confOf(DRIVEN, network.seed) + control);
      const child = spawn(network.binary, [`--datadir=${data}`, `--conf=${conf}`], { stdio: "ignore" });
      const ended = new Promise((resolve) => child.once("exit", resolve));
      await until(() => speaksTls(Number(PORT)), "the control service of i2pd");
      const close = async () => {
        child.kill("SIGKILL");
        await ended;
        await network.down();
      };
      return { url: `https://127.0.0.1:${PORT}/`, password, close };
    },
  },
  "java-i2p-through-pilothouse": {
    label: "Pilothouse on the double of Java I2P",
    recorded: true,
    args: ourArgs,
    async start(dir, update) {
      const java = await javaInTime();
      const served = await through("Java I2P, through us", java.router, { dir, update, flags: OURS });
      const close = async () => {
        await served.close();
        await java.close();
      };
      return { ...served, close };
    },
  },
  "java-i2p": {
    label: "The double of Java I2P 2.13.0",
    recorded: true,
    args: [...ALL],
    async start() {
      const java = await javaInTime();
      return { url: java.double.url, password: JAVA_PASSWORD, close: java.close };
    },
  },
};

/** An update that the service can offer. */
export function anUpdate(dir) {
  mkdirSync(dir, { recursive: true });
  const update = { version: "99.0.0", file: join(dir, "update") };
  writeFileSync(update.file, "an update");
  return update;
}
