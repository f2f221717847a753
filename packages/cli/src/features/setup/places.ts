/** Where Debian's packages of i2pd and Pilothouse have their things. */
export const PLACES = {
  /** Debian 12 has it in the first, Debian 13 in the second. */
  binaries: ["/usr/sbin/i2pd", "/usr/bin/i2pd"],
  data: "/var/lib/i2pd",
  config: "/etc/i2pd/i2pd.conf",
  polkit: "/etc/polkit-1/rules.d",
  /** The package's own: never changed, so that an upgrade does not ask about it. */
  settings: "/etc/pilothouse/pilothouse.toml",
  /** What setup sets, read after that. */
  serviceSettings: "/etc/pilothouse/pilothouse.d/setup-i2pd.toml",
  /** What was set up, so that it can be undone. Root's: the service's user must not choose what root undoes. */
  record: "/etc/pilothouse/setup-i2pd.json",
  dropIn: "/etc/systemd/system/pilothouse.service.d/setup-i2pd.conf",
  /** With move: the router that Pilothouse runs. */
  copy: "/var/lib/pilothouse/i2pd",
  /** With attach: the folder of i2pd.conf as Pilothouse changes it. Once it is given away, root does nothing in it. */
  attached: "/etc/pilothouse/i2pd",
  /** With attach: lets i2pd see that i2pd.conf in place of its own. */
  routerDropIn: "/etc/systemd/system/i2pd.service.d/pilothouse.conf",
} as const;

export const RULE = `${PLACES.polkit}/50-pilothouse.rules`;

/** AppArmor's profile of a program: "usr.sbin.i2pd". */
export const profileOf = (binary: string) => {
  const name = binary.slice(1).replaceAll("/", ".");
  return { file: `/etc/apparmor.d/${name}`, local: `/etc/apparmor.d/local/${name}` };
};

/** Files of root's that setup writes or removes, which --undo puts back as they were. */
export const REPLACED = [PLACES.serviceSettings, PLACES.dropIn, PLACES.routerDropIn, RULE] as const;
