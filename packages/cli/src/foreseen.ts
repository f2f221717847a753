import { NotPossible, SettingRefused } from "@pilothouse/drivers/port";
import { CertificateError, ListenError, StoreError } from "@pilothouse/server";
import { SettingsError } from "@pilothouse/server/settings";
import { Complaint } from "./exit.js";

const FORESEEN = [NotPossible, SettingRefused, SettingsError, StoreError, CertificateError, ListenError];

/** What an operator can get wrong about the service on this machine becomes a complaint, in its own words. */
export async function foreseen<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw FORESEEN.some((kind) => error instanceof kind) ? new Complaint((error as Error).message) : error;
  }
}
