/** What a router publishes of itself, as far as it is of use here. */
export interface RouterInfo {
  readonly addresses: readonly { readonly style: string; readonly options: ReadonlyMap<string, string> }[];
  readonly options: ReadonlyMap<string, string>;
}

/** Where the length of the identity's certificate is. */
const CERTIFICATE_LENGTH = 385;
const HASH = 32;

/** Reads the common structure of I2P's RouterInfo; undefined when the bytes are no such thing. */
export function readRouterInfo(bytes: Buffer): RouterInfo | undefined {
  try {
    const from = new Cursor(bytes, CERTIFICATE_LENGTH);
    from.skip(from.number(2));
    from.skip(8); // when it was published
    const addresses = Array.from({ length: from.number(1) }, () => {
      from.skip(1 + 8); // cost and expiry
      return { style: from.text(), options: from.mapping() };
    });
    from.skip(from.number(1) * HASH);
    return { addresses, options: from.mapping() };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The identity at its beginning, whose hash names the router; undefined when the bytes are no such thing. */
export function identityIn(bytes: Buffer): Buffer | undefined {
  if (readRouterInfo(bytes) === undefined) return undefined;
  return bytes.subarray(0, CERTIFICATE_LENGTH + 2 + bytes.readUInt16BE(CERTIFICATE_LENGTH));
}

/** The address at which others reach the router over SSU2, as it was found or set. */
export function publishedAddress({ addresses }: RouterInfo): string | undefined {
  const hosts = addresses
    .filter(({ style }) => style === "SSU2")
    .flatMap(({ options }) => options.get("host") ?? [])
    // This is what i2pd writes as long as it knows no better.
    .filter((host) => host !== "127.0.0.1" && host !== "::");
  return hosts.find((host) => !host.includes(":")) ?? hosts[0];
}

/** Reads big-endian parts one after another; throws a RangeError when the bytes end too early. */
class Cursor {
  constructor(
    readonly bytes: Buffer,
    public at: number,
  ) {}

  number(size: number): number {
    this.at += size;
    return this.bytes.readUIntBE(this.at - size, size);
  }

  skip(size: number): void {
    this.at += size;
    if (this.at > this.bytes.length) throw new RangeError("The bytes end too early");
  }

  text(): string {
    const length = this.number(1);
    this.skip(length);
    return this.bytes.toString("utf8", this.at - length, this.at);
  }

  /** Names and values, each behind its length, with "=" and ";" between them. */
  mapping(): ReadonlyMap<string, string> {
    const end = this.number(2) + this.at;
    const found = new Map<string, string>();
    while (this.at < end) {
      const name = this.text();
      this.skip(1);
      found.set(name, this.text());
      this.skip(1);
    }
    return found;
  }
}
