// Sends one request over and over, on each connection after the answer to the one before.
import { openConnection, requestText } from "./connection.mjs";

/** As many as 16 clients of one house; more wait for one that is free. */
const CONNECTIONS = 16;

/**
 * Requests answered within `ms`, how long each took, and the last body. The connections are kept alive;
 * with `fresh` every request has one of its own.
 */
export async function load({ port, secure, connections, body, path, ms, fresh = false }) {
  const text = requestText({ port, path, body });
  const end = performance.now() + ms;
  const latencies = [];
  let last = "";
  const client = async () => {
    let connection;
    do {
      const began = performance.now();
      connection ??= await openConnection({ port, secure });
      last = await connection.ask(text);
      latencies.push(performance.now() - began);
      if (!fresh) continue;
      connection.close();
      connection = undefined;
    } while (performance.now() < end);
    connection?.close();
  };
  await Promise.all(Array.from({ length: connections }, client));
  return { count: latencies.length, last, latencies };
}

/**
 * Sends `perSecond` requests a second for `ms`, whether or not those before were answered, and returns how
 * long each took from the moment at which it was due: so a server that stalls also pays for the requests
 * that would have come meanwhile.
 */
export async function pace({ port, secure, body, path, perSecond, ms }) {
  const text = requestText({ port, path, body });
  const open = async () => {
    const connection = await openConnection({ port, secure });
    // Who connects has something to ask. One that never asked is the first to go when places are short.
    await connection.ask(text);
    return connection;
  };
  const free = await Promise.all(Array.from({ length: CONNECTIONS }, open));
  const latencies = [];
  const due = [];
  const began = performance.now();
  const total = Math.round((ms / 1_000) * perSecond);
  await new Promise((resolve, reject) => {
    const serve = async (connection) => {
      for (let at = due.shift(); at !== undefined; at = due.shift()) {
        await connection.ask(text);
        if (latencies.push(performance.now() - at) === total) resolve();
      }
      free.push(connection);
    };
    let planned = 0;
    const timer = setInterval(() => {
      for (; planned < total && (planned * 1_000) / perSecond <= performance.now() - began; planned++)
        due.push(began + (planned * 1_000) / perSecond);
      if (planned === total) clearInterval(timer);
      for (const connection of free.splice(0, due.length)) serve(connection).catch(reject);
    }, 1);
  });
  for (const connection of free) connection.close();
  return { latencies };
}
