/** Of tunnels: what is to be known before a change, why one does not work, why a change is refused. No client needs them. */
export const TUNNEL_REASONS = {
  "tunnel.open": "The port of {name} can be reached by others: it listens on {address}",
  "tunnel.openPort": 'Other machines can use port {port} of "{name}": it listens on {address}',
  "tunnel.comments": 'The lines of "{name}" in {file} become comments',
  "tunnel.keyLost": 'The key of "{name}" is deleted: nobody can have {address} again',
  "tunnel.settingsToo": "Settings that wait for a restart take effect with it",

  "tunnel.busy":
    "The router was busy for over {ms} ms with a change of tunnels, for which it restarts; nothing was changed",
  "tunnel.namesBusy":
    "The router was busy for over {ms} ms with a change of its address book; nothing was changed",
  "tunnel.cutsShort":
    "A graceful restart or shutdown is under way, which this would cut short: cancel it, or wait for its end",

  "tunnel.badFile": "i2pd takes no tunnel of {file} ({text})",
  "tunnel.routerDown": "The router does not run",
  "tunnel.portSilent": "Port {port} does not listen",
  "tunnel.noType": 'i2pd has no tunnels of the type "{type}"',
  "tunnel.lacks": '"{name}" is missing',
  "tunnel.badKey": "Its key file {text}",

  "tunnel.wouldOpen": 'of {name} would be {address}, where others can reach it; confirm it with "open"',
  "tunnel.servicePort": "of {name} is {port}, a port of this service",
  "tunnel.serviceTarget":
    "of {name} is {port}, a port of this service, which nobody should reach through a tunnel",
  "tunnel.marked":
    "is of other tunnels: somebody has changed them since. Nothing was changed; preview it again",
  "tunnel.nameTaken": 'There is a tunnel with the name "{name}" already',
  "tunnel.nameTakenIn": 'There is a tunnel with the name "{name}" in {file}',
  "tunnel.portOfTunnel": 'Port {port} is that of the tunnel "{name}"',
  "tunnel.portOfRouter": "Port {port} is the router's own ({service})",
  "tunnel.portOfService": "Port {port} is used by this service",
  "tunnel.portTaken": "Port {port} is taken by another program of this machine",
  "tunnel.needs": 'A tunnel of the type "{type}" needs {option}',
  "tunnel.listens": 'i2pd wants an IP address of this machine to listen on, got "{value}"',
} as const satisfies Record<string, string>;
