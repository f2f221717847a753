/** Network status codes, as in `svc.router.net.status`. */
export const NET_STATUS = {
  0: { name: "OK" },
  1: { name: "TESTING" },
  2: { name: "FIREWALLED" },
  3: { name: "HIDDEN" },
  4: { name: "WARN_FIREWALLED_AND_FAST" },
  5: { name: "WARN_FIREWALLED_AND_FLOODFILL" },
  6: { name: "WARN_FIREWALLED_WITH_INBOUND_TCP" },
  7: { name: "WARN_FIREWALLED_WITH_UDP_DISABLED" },
  8: { name: "ERROR_I2CP" },
  9: { name: "ERROR_CLOCK_SKEW" },
  10: { name: "ERROR_PRIVATE_TCP_ADDRESS" },
  11: { name: "ERROR_SYMMETRIC_NAT" },
  12: { name: "ERROR_UDP_PORT_IN_USE" },
  13: { name: "ERROR_NO_ACTIVE_PEERS_CHECK_CONNECTION_AND_FIREWALL" },
  14: { name: "ERROR_UDP_DISABLED_AND_TCP_UNSET" },
} as const;

export type NetStatus = keyof typeof NET_STATUS;
