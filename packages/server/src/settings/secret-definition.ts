/** A secret that can be set by RPC, and is never shown. */
export interface SecretDefinition<Setting extends string = string> {
  /** Names the file that holds the same. Cannot be set by RPC: a client could have any file sent that the service can read. */
  readonly file: Setting;
  /** The address that it belongs to: it is sent there and nowhere else. */
  readonly sentTo: Setting;
}
