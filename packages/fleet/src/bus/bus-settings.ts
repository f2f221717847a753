/** Where the bus is, as the hub's settings say. */
export interface BusSettings {
  /** `hub.bus`: "embedded" for a nats-server of the hub's own, or the addresses of servers that are there. */
  readonly bus: "embedded" | readonly string[];
  /** `host` and `hub.bus_port`: where the embedded server listens. Port 0 picks a free one. */
  readonly host: string;
  readonly port: number;
  /** `hub.addresses`: where nodes find the bus, if not at the addresses above. */
  readonly addresses: readonly string[];
  /** `hub.nats_server`: the program; looked for on the PATH and where Debian puts it. */
  readonly program: string;
  /** `hub.bus_ca`: a file with the authority's certificate (PEM), for servers whose certificate no system knows. */
  readonly ca?: string | undefined;
  /** Whether hubs share their state by the bus (JetStream); the embedded server then keeps streams. */
  readonly shared: boolean;
}
