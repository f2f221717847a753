/** What names, addresses and options of tunnels should have been: apart, because most clients have no such values. */
export const ADDRESS_REASONS = {
  "wants.i2pName":
    'a name in small letters that ends in .i2p, such as "example.i2p", of at most {most} characters',
  "wants.destination": "a whole destination in I2P's Base64: 516 characters or a few more",
  "wants.tunnelTarget":
    "names ending in .i2p, .b32.i2p addresses or whole destinations, each with a port after a colon if wanted, and commas between them",
  "wants.tunnelName":
    'a name of 1 to {most} letters, digits, spaces, "-" and "_", which begins and ends with a letter or digit',
  "wants.line": "one line of at most {most} characters",
  "wants.hostName": "a host name or an IP address",
  "wants.keyFile": "a key file in Base64",
  "wants.subscription": "an address such as http://example.i2p/hosts.txt, of at most {most} characters",
} as const satisfies Record<string, string>;
