#!/bin/sh
# Users who can read the settings of the machine's service use that service, unless they name other settings.
if [ -z "${PILOTHOUSE_CONFIG+set}" ] && [ -r /etc/pilothouse/pilothouse.toml ]; then
  export PILOTHOUSE_CONFIG=/etc/pilothouse/pilothouse.toml
fi
exec /usr/lib/pilothouse/node /usr/lib/pilothouse/bundle/start.cjs "$@"
