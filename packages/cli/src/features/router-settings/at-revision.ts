import { type Client, ClientError } from "@pilothouse/client";
import { type ErrorName, isObject, type ReasonCode } from "@pilothouse/protocol";
import { serviceStatus } from "../../remote/observation.js";
import { Complaint } from "../../terminal/exit.js";
import { harmless } from "../../terminal/style.js";
import { moment } from "../../terminal/units.js";

interface AtRevision<T> {
  readonly value: T;
  /** For the write of what was made of the value: refused if somebody has changed settings since. */
  readonly ifRevision: number | undefined;
}

/** What is read, and the revision of the settings that it is of; another server and an older service have none. */
export async function atRevision<T>(
  client: Client,
  signal: AbortSignal,
  read: () => Promise<T>,
): Promise<AtRevision<T>> {
  // First the revision: what is changed in between is then taken for newer.
  const ifRevision = await revisionOf(client, signal);
  return { value: await read(), ifRevision };
}

async function revisionOf(client: Client, signal: AbortSignal): Promise<number | undefined> {
  try {
    // Only our own service is sent what others do not know.
    if ((await serviceStatus(client, { signal })) === undefined) return undefined;
    return await client.settingsRevision({ signal });
  } catch (error) {
    if (error instanceof ClientError && error.name === ("invalidParams" satisfies ErrorName))
      return undefined;
    throw error;
  }
}

/** Somebody has changed settings since they were shown. */
export class ChangedMeanwhile extends Complaint {
  constructor(by = "by someone else") {
    super(`the configuration was changed ${by} meanwhile; nothing was written`);
  }
}

/** That a write was refused for a newer change, with who made it and when; undefined for any other error. */
export function changedMeanwhile(error: unknown): ChangedMeanwhile | undefined {
  const { code, values } = error instanceof ClientError && isObject(error.data) ? error.data : {};
  if (code !== ("settings.newer" satisfies ReasonCode)) return undefined;
  const { by, names, at } = isObject(values) ? values : {};
  if (typeof by !== "string" || typeof at !== "string") return new ChangedMeanwhile();
  return new ChangedMeanwhile(harmless(`by ${by} at ${moment(Date.parse(at))} (${names})`));
}
