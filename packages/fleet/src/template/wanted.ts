/** The settings that a node is to have, as `pilothouse.apply` takes them. */
export interface Wanted {
  readonly checksum: string;
  readonly network: { readonly [key: string]: string };
  readonly advanced: { readonly [name: string]: string };
}
