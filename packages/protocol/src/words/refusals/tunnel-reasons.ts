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
  "tunnel.gone": '"{name}" is no tunnel of this router',
  "tunnel.foreign": '"{name}" is a tunnel that another program has made: adopt it first',
  "tunnel.noKey": '"{name}" has no key yet',
  "tunnel.notKeyFile": "Key is not the key file of a tunnel: it begins with no destination",
  "tunnel.keyNotKept": '"{name}" cannot have the address {address} again: its key is not kept',
  "tunnel.keyOfServer": "The key cannot be given to this router: its server makes the keys itself",
  "tunnel.keepsKey": '"{name}" keeps its key: this router\'s server cannot remove it',
  "tunnel.noUnset": "{option} cannot be unset: this router's server has no word for that. Set another value",
  "tunnel.noKeys": "The server of this router does not give the keys of its tunnels",
  "tunnel.otherKey": 'Name "{name}" has another key now; delete the tunnel first to have the old one back',
  "tunnel.goneOptions": 'Name "{name}" is no tunnel now, so that its {options} cannot be set',
  "tunnel.rolledBack": "{text}. The router runs again as it did before",
  "tunnel.serverFailed": "The router's server did not do it: {text}",
} as const satisfies Record<string, string>;
