import type { Texts } from "./en.js";
import { plural } from "./plural.js";
import { reasons } from "./reasons/es.js";

const many = plural("es");

export const es: Texts = {
  units: {
    bytes: ["B", "KiB", "MiB", "GiB", "TiB"],
    perSecond: (unit) => `${unit}/s`,
    span: { minute: "min", hour: "h", day: "d", year: "a" },
  },

  shell: {
    skip: "Saltar al contenido",
    menu: "Menú",
    pages: "Páginas",
    language: "Idioma",
    theme: "Tema",
    themes: { auto: "Como el sistema", light: "Tema claro", dark: "Tema oscuro" },
    signOut: "Cerrar sesión",
    service: (version) => `Servicio ${version}`,
    notLoaded: "No se pudo cargar: el servicio no responde o se ha actualizado.",
    draft: "Cambios sin guardar",
    signOutTitle: "¿Cerrar sesión y perder los cambios sin guardar?",
    unsaved: "Hay cambios sin guardar en estas páginas:",
    stay: "Seguir en la sesión",
    signOutYes: "Cerrar sesión y descartarlos",
  },

  pages: {
    fleet: "Flota",
    rollouts: "Despliegues",
    invitations: "Invitaciones",
    overview: "Resumen",
    control: "Control",
    network: "Ajustes de red",
    advanced: "Ajustes avanzados",
    applications: "Acceso para otros programas",
    rates: "Estadísticas",
    sessions: "Contraseña y sesiones",
    audit: "Auditoría",
    explorer: "Explorador de la API",
    events: "Eventos",
    logs: "Registros",
    changes: "Historial de ajustes",
    notifications: "Notificaciones",
    welcome: "Primeros pasos",
    traffic: "Tráfico",
    templates: "Plantillas",
    operators: "Cuentas",
  },

  common: {
    cancel: "Cancelar",
    next: "Continuar",
    loading: "Cargando…",
    tryAgain: "Reintentar",
    failed: "No ha funcionado:",
    serviceSays: "El servicio dice (en inglés):",
    on: "activado",
    off: "desactivado",
    unknown: "desconocida",
    refresh: "Actualizar",
    remove: "Eliminar",
    undo: "Deshacer",
    copied: "Copiado",
    close: "Cerrar",
    since: (time) => `desde ${time}`,
    copy: "Copiar",
    show: "Mostrar",
    hide: "Ocultar",
    hidden: "(oculto)",
    actions: "Acciones",
    needs: (needed, held) =>
      `Solo lectura: los cambios aquí requieren el alcance «${needed}», y usted tiene «${held}».`,
  },

  signIn: {
    account: "Cuenta",
    accountHint: "Déjelo vacío para la contraseña propia del hub.",
    title: "Iniciar sesión",
    password: "Contraseña",
    action: "Entrar",
    wrong: "La contraseña no es correcta.",
    wait: (time) => `Demasiados intentos fallidos. Vuelva a intentarlo dentro de ${time}.`,
    away: "El servicio no responde.",
    ended: "Su sesión ha terminado. Inicie sesión de nuevo.",
    kept: "Sus cambios sin guardar se conservan.",
    signedOut: "Ha cerrado la sesión.",
    hint: "La sesión dura hasta que se cierre esta pestaña.",
    forgotten:
      "¿Aún no hay contraseña o la ha olvidado? Elíjala en la máquina del servicio, con este comando:",
    show: "Mostrar la contraseña",
  },

  password: {
    choose: "Elija una contraseña nueva",
    why: "Todo el mundo conoce la contraseña de fábrica. Hasta que elija la suya no podrá hacer nada más.",
    change: "Cambiar la contraseña",
    ends: "Se cierran todas las sesiones, en todos los dispositivos. Aquí volverá a entrar enseguida.",
    current: "Contraseña actual",
    field: "Contraseña nueva",
    again: "Repita la contraseña nueva",
    differ: "Las dos contraseñas no coinciden.",
    short: "Al menos 10 caracteres, por favor.",
    common: "Es una de las primeras contraseñas que se prueban. Elija otra.",
    action: "Guardar la contraseña",
    changed: "La contraseña se ha cambiado.",
    strength: "Seguridad",
    levels: ["muy débil", "débil", "regular", "buena", "fuerte"],
    advice:
      "Lo que más cuenta es la longitud: cuatro o cinco palabras sin relación forman una buena contraseña.",
  },

  banners: {
    simulated: "Modo de demostración:",
    simulatedMore: "router simulado, sin tráfico real.",
    serviceAway: "El servicio no responde.",
    router: "Router",
    lastValues: (age) => `Últimos valores: ${age}. Reconectando automáticamente…`,
    back: "Conexión recuperada. Los valores son actuales.",
    restartNeeded: "Reinicie para aplicar los ajustes guardados.",
    restart: "Reiniciar…",
    factory:
      "Sigue vigente la contraseña de fábrica. Cualquiera que llegue a este servicio puede manejar el router.",
    changeIt: "Cambiarla",
    realRouter: "Gestionar un router real",
  },

  phases: {
    running: "En marcha",
    starting: "Arrancando",
    stopping: "Apagándose",
    stopped: "Detenido",
    crashed: "Caído",
    unreachable: "No responde",
    draining: {
      restart: "Se reiniciará cuando acaben los túneles",
      stop: "Se detendrá cuando acaben los túneles",
    },
  },
  phaseAdvice: {
    starting: "Pasan unos minutos hasta que hay pares y túneles.",
    stopping: "El router está cerrando sus conexiones.",
    stopped: "El router no está en marcha.",
    crashed: "El router se ha caído y se está arrancando de nuevo. Si se repite, mire su registro.",
    unreachable: "Se reintenta cada pocos segundos. Si dura, compruebe si el proceso del router sigue vivo.",
    draining: "No se aceptan túneles nuevos. Aún puede reiniciar o detener ahora.",
  },

  net: {
    0: { says: "Todo va bien", advice: "Se puede llegar al router desde fuera. No hay nada que hacer." },
    1: {
      says: "Comprobando si se puede llegar al router",
      advice: "Espere unos minutos: la prueba se hace automáticamente después de cada arranque.",
    },
    2: {
      says: "Tras un cortafuegos",
      advice: "El router funciona, pero otros no pueden abrir conexiones con él.",
    },
    3: {
      says: "Oculto",
      advice:
        "El router no publica su dirección ni lleva túneles de otros. Si es lo que quiere, no hay nada que hacer.",
    },
    4: {
      says: "Rápido, pero tras un cortafuegos",
      advice: "Comparte mucho ancho de banda que otros no pueden alcanzar.",
    },
    5: {
      says: "Floodfill detrás de un cortafuegos",
      advice: "A un router floodfill se debe poder llegar. Redirija su puerto o desactive floodfill.",
    },
    6: {
      says: "Detrás de un cortafuegos, con TCP entrante activado",
      advice: "Se anuncia TCP, pero UDP no pasa. Redirija también el puerto UDP.",
    },
    7: {
      says: "Detrás de un cortafuegos, con UDP desactivado",
      advice: "Active UDP o asegúrese de que el puerto TCP está redirigido y su nombre de host, puesto.",
    },
    8: {
      says: "La interfaz de clientes (I2CP) no funciona",
      advice:
        "Las aplicaciones no pueden usar el router. Su registro dice por qué no se pudo abrir el puerto I2CP; a menudo está ocupado.",
    },
    9: {
      says: "El reloj está mal",
      advice:
        "Ponga en hora el equipo donde se ejecuta el router y manténgalo así con un servicio de hora (NTP).",
    },
    10: {
      says: "La dirección TCP es privada",
      advice:
        "Otros no pueden llegar a una dirección privada. Ponga su dirección pública como nombre de host TCP, o déjelo vacío.",
    },
    11: {
      says: "Detrás de un NAT simétrico",
      advice:
        "Su red cambia el puerto UDP en cada conexión. Redirija un puerto fijo o haga que se pueda llegar por TCP.",
    },
    12: {
      says: "El puerto UDP está ocupado",
      advice: "Lo usa otro programa. Elija otro puerto en Ajustes de red y reinicie el router.",
    },
    13: {
      says: "No hay pares activos",
      advice:
        "Compruebe la conexión a Internet de este equipo y su cortafuegos. Si ambos están bien, inicie un reseed en la página Control.",
    },
    14: {
      says: "UDP está desactivado y TCP, sin configurar",
      advice:
        "El router no puede hablar con nadie. Active UDP o ponga nombre de host y puerto TCP en Ajustes de red.",
    },
  },

  overview: {
    uptime: "Tiempo en marcha",
    version: "Versión",
    inbound: "Entrada",
    outbound: "Salida",
    average: (rate) => `${rate} en 15 s`,
    total: (amount) => `${amount} en total`,
    tunnels: "Túneles participantes",
    success: (share) => `Túneles creados con éxito: ${share}`,
    active: "Pares activos",
    known: "Pares conocidos",
    fast: "Rápidos",
    highCapacity: "Gran capacidad",
    reseeding: "Reseed en curso…",
    detail: "Túneles y pares en detalle",
    figures: {
      "net.tunnels.inbound": "Túneles propios de entrada",
      "net.tunnels.outbound": "Túneles propios de salida",
      "net.tunnels.totalsuccessrate": "Túneles construidos con éxito desde el inicio",
      "net.tunnels.queue": "Solicitudes de túnel en espera",
      "net.tunnels.tbmqueue": "Mensajes de construcción de túneles en espera",
      "net.transit.sent.bytes": "Enviado para otros desde el inicio",
      "netdb.floodfills": "Floodfills conocidos",
      "netdb.leasesets": "Lease sets conocidos",
    },
    numbers: "El router ahora",
  },

  graphs: {
    title: "Historial",
    range: "Intervalo",
    bandwidth: "Ancho de banda",
    peers: "Pares",
    active: "Activos",
    hint: "Arrastre sobre un gráfico para ampliarlo; doble clic para verlo entero.",
    zoomIn: "Ampliar",
    zoomOut: "Reducir",
    earlier: "Antes",
    later: "Después",
    empty: "No se registró nada en este tiempo.",
    numbers: "Tabla",
    series: "Serie",
    lowest: "Mínimo",
    mean: "Media",
    highest: "Máximo",
    last: "Último",
    from: (from, to) => `Del ${from} al ${to}`,
    limit: "Límite",
    csv: "Guardar como CSV",
    png: "Guardar como PNG",
    happened: "Qué ocurrió",
  },

  stats: {
    "bw.sendRate": "Ancho de banda de salida",
    "bw.recvRate": "Ancho de banda de entrada",
    "bw.combined": "Ancho de banda total",
    "tunnel.participatingTunnels": "Túneles participantes",
    "router.activePeers": "Pares activos",
    "router.fastPeers": "Pares rápidos",
    "router.highCapacityPeers": "Pares de gran capacidad",
    "netDb.knownPeers": "Pares conocidos",
  },

  control: {
    life: "Arranque y parada",
    start: "Arrancar",
    timeLeft: "Tiempo restante, como máximo",
    overtake: "También puede reiniciar o detener ahora.",
    cancelWait: { restart: "Cancelar el reinicio", stop: "Cancelar el apagado" },
    cannotCancel: {
      i2pd: "i2pd solo puede cancelar esta espera si su consola web estaba activada al arrancar (http.enabled en «Ajustes avanzados»).",
      other: "Este router no puede cancelar la espera desde aquí.",
    },
    cancelled: "Cancelado. El router sigue en marcha.",
    reseed: "Reseed",
    reseedMore: "Descarga una lista nueva de pares. Solo hace falta si el router conoce muy pocos.",
    reseedRuns: (known) => `Reseed en curso… ${known} pares conocidos por ahora`,
    reseedDone: (known) => `El reseed ha terminado: ${known} pares conocidos.`,
    updates: "Actualizaciones",
    updatesMore: (version) => `El router ejecuta la versión ${version}.`,
    runs: (time) => `En curso desde hace ${time}…`,
    found: "Hay una actualización disponible.",
    notFound: "El router está al día.",
    noFeed: "Las actualizaciones no están configuradas.",
    sent: "Orden enviada.",
    noFeedHow: "Cómo configurarlas",
    noFeedMore:
      "Ponga la dirección de una fuente firmada y su clave pública en los ajustes del servicio (update.feed y update.public_key) y reinicie el servicio. En Debian, las actualizaciones de i2pd llegan con las del sistema.",
    now: "Sin esperar…",
    cuts: "Corta todas las conexiones",
  },

  actions: {
    FindUpdates: "Buscar actualizaciones",
    Update: "Instalar la actualización…",
    Reseed: "Iniciar un reseed",
    Restart: "Reiniciar ahora…",
    RestartGraceful: "Reiniciar con calma…",
    Shutdown: "Apagar ahora…",
    ShutdownGraceful: "Apagar con calma…",
  },
  asks: {
    Update: {
      title: "¿Instalar la actualización?",
      more: "Se descarga, se comprueba su firma y se instala. La versión nueva funcionará tras el próximo reinicio.",
    },
    Restart: { title: "¿Reiniciar el router ahora?", more: "Todas las conexiones se cortan al instante." },
    RestartGraceful: {
      title: "¿Reiniciar cuando acaben los túneles?",
      more: "Desde ahora no se aceptan túneles nuevos. El reinicio llega cuando acabe el último, en unos diez minutos como máximo.",
    },
    Shutdown: {
      title: "¿Apagar el router ahora?",
      more: "Todas las conexiones se cortan al instante. El router queda apagado hasta que usted lo arranque; este servicio sigue en marcha.",
    },
    ShutdownGraceful: {
      title: "¿Apagar cuando acaben los túneles?",
      more: "Desde ahora no se aceptan túneles nuevos. El router se detiene cuando acabe el último, en unos diez minutos como máximo.",
    },
  },
  lifeHelp: {
    Restart: "Corta todas las conexiones y arranca de nuevo al instante.",
    RestartGraceful: "Antes deja acabar los túneles de otros, diez minutos como máximo.",
    Shutdown: "Corta todas las conexiones y se detiene al instante.",
    ShutdownGraceful: "Antes deja acabar los túneles de otros y luego se detiene.",
  },
  cutTunnels: (count, shown) =>
    many(count, {
      one: `Se cortará ${shown} túnel de tránsito.`,
      other: `Se cortarán ${shown} túneles de tránsito.`,
    }),
  waitTunnels: (count, shown) =>
    many(count, {
      one: `${shown} túnel de tránsito pasa por este router.`,
      other: `${shown} túneles de tránsito pasan por este router.`,
    }),

  network: {
    groups: { ntcp: "TCP (NTCP)", ssu: "UDP (SSU)", bw: "Ancho de banda", other: "Otros" },
    fields: {
      "router.net.ntcp.port": { label: "Puerto TCP", help: "" },
      "router.net.ntcp.hostname": {
        label: "Nombre de host TCP",
        help: "Nombre o dirección con que otros llegan a este router.",
      },
      "router.net.ntcp.autoip": { label: "Averiguar la dirección TCP automáticamente", help: "" },
      "router.net.ssu.port": { label: "Puerto UDP", help: "" },
      "router.net.ssu.hostname": {
        label: "Nombre de host UDP",
        help: "Nombre o dirección con que otros llegan a este router.",
      },
      "router.net.ssu.autoip": { label: "De dónde se obtiene la dirección UDP", help: "" },
      "router.net.ssu.detectedip": {
        label: "Dirección UDP detectada",
        help: "La dice el router; no se puede cambiar.",
      },
      "router.net.upnp": { label: "UPnP", help: "Abre automáticamente los puertos en un router doméstico." },
      "router.net.bw.share": {
        label: "Parte para otros, por ciento",
        help: "Cuánto del ancho de banda pueden usar los túneles de otros.",
      },
      "router.net.bw.in": { label: "Límite de entrada, KiB/s", help: "0 no deja pasar nada." },
      "router.net.bw.out": { label: "Límite de salida, KiB/s", help: "0 no deja pasar nada." },
      "router.net.laptopmode": {
        label: "Modo portátil",
        help: "Cambia la identidad y el puerto del router cuando cambia su dirección.",
      },
    },
    autoip: {
      always: "siempre, también tras un cortafuegos",
      true: "cuando se pueda llegar a él",
      false: "nunca",
    },
    sources: {
      ssu: "otros routers",
      "local,ssu": "este equipo, otros routers",
      "upnp,ssu": "UPnP, otros routers",
      "local,upnp,ssu": "este equipo, UPnP, otros routers",
    },
    range: (least, most) => `De ${least} a ${most}.`,
    host: "Nombre de host o dirección IP; vacío para ninguno.",
    needsRestart: "requiere reinicio",
    unset: "sin definir",
    save: (count) => many(count, { one: "Guardar el cambio", other: `Guardar ${count} cambios` }),
    nothing: "Sin cambios",
    discard: "Descartar",
    saved: "Guardado.",
    notSaved: "No se ha guardado nada.",
    correct: "Corrija primero los campos marcados.",
    wantsRange: (least, most) => `Escriba un número entero de ${least} a ${most}.`,
    wantsAtLeast: (least) => `Escriba un número entero, ${least} o más.`,
  },

  explorer: {
    about: "La interfaz tal como se describe a sí misma. Las peticiones usan su propia sesión.",
    method: "Método",
    extension: "extensión",
    parameters: "Parámetros",
    noParameters: "Ninguno aparte del token, que se añade.",
    include: (name) => `Enviar ${name}`,
    required: "obligatorio",
    badJson: "Esto no es JSON.",
    send: "Enviar",
    request: "Petición",
    reply: "Respuesta",
    took: (time) => `Respondida en ${time}`,
    hidden: "El token y las contraseñas no se muestran.",
  },

  groups: {
    fleet: "Flota",
    router: "Router",
    access: "Acceso",
    insight: "Registros",
    developer: "Desarrollo",
  },

  confirms: {
    Update: "Instalar la actualización",
    Restart: "Reiniciar ahora",
    RestartGraceful: "Reiniciar con calma",
    Shutdown: "Apagar ahora",
    ShutdownGraceful: "Apagar con calma",
  },

  findings: {
    "sample.none": { says: "Aún sin respuesta", more: "El router aún no ha respondido. Espere un momento." },
    "sample.old": {
      says: "Respuestas lentas",
      more: "Los valores tienen {age} segundos. Compruebe la carga de la máquina del router.",
    },
    "router.unreachable": {
      says: "El router no responde",
      more: "Se reintenta cada pocos segundos ({reason}). Compruebe que el router funciona y es accesible.",
    },
    "router.stopped": { says: "El router está detenido", more: "Seguirá apagado hasta que lo arranque." },
    "router.crashed": {
      says: "El router se ha caído",
      more: "Causa: {cause}. Se vuelve a arrancar automáticamente; su registro dice más.",
    },
    "router.crashloop": {
      says: "El router se cae una y otra vez",
      more: "{count} caídas en {minutes} minutos. Mire su registro y deshaga el último cambio de ajustes.",
    },
    "router.starting": { says: "Arrancando", more: "Pasan unos minutos hasta que hay pares y túneles." },
    "router.stopping": { says: "Apagándose", more: "El router está cerrando sus conexiones." },
    "router.draining": {
      says: "Esperando a que acaben los túneles",
      more: "No se aceptan túneles nuevos. Aún puede reiniciar o detener ahora.",
    },
    "peers.none": {
      says: "Sin pares activos",
      more: "Compruebe la conexión a Internet y el cortafuegos. Si están bien, descargue una lista nueva de pares.",
    },
    "peers.few": {
      says: "Pocos pares conocidos",
      more: "El router solo conoce {known} routers. Descargue una lista nueva de pares.",
    },
    "tunnels.failing": {
      says: "Los túneles no se crean",
      more: "Solo se crea el {percent} % de los túneles. Compruebe la accesibilidad y el reloj; tras un arranque mejora solo.",
    },
    "traffic.none": {
      says: "Sin tráfico",
      more: "No se ha enviado ni recibido nada en {minutes} minutos. Compruebe la conexión y los límites de ancho de banda.",
    },
    "traffic.full": {
      says: "En el límite de ancho de banda",
      more: "El tráfico está en el límite de {limit} KiB/s. Auméntelo si su línea da para más.",
    },
    "limit.in_zero": {
      says: "No puede entrar nada",
      more: "El límite de entrada es 0: significa nada, no ilimitado.",
    },
    "limit.out_zero": {
      says: "No puede salir nada",
      more: "El límite de salida es 0: significa nada, no ilimitado.",
    },
    "limit.share_zero": {
      says: "No se comparte nada",
      more: "El router no comparte ancho de banda. Compartir ayuda a la red y oculta su propio tráfico.",
    },
    "settings.restart": {
      says: "Reinicie para aplicar los ajustes",
      more: "Los ajustes guardados valen tras un reinicio.",
    },
    "update.restart": {
      says: "La actualización está instalada",
      more: "Reinicie para usar la versión nueva[, {version}].",
    },
    "update.available": {
      says: "Hay una actualización[: versión {version}]",
      more: "La versión nueva funcionará tras el próximo reinicio.",
    },
    "password.factory": {
      says: "Sigue vigente la contraseña de fábrica",
      more: "Cualquiera que llegue a este servicio puede manejar el router. Elija su propia contraseña.",
    },
    "disk.low": {
      says: "El disco está casi lleno",
      more: "{freeMiB} MiB libres ({percent} %) donde el servicio guarda sus datos. Haga sitio.",
    },
    "certificate.expires": {
      says: "El certificado caduca pronto",
      more: "Vale {days} días más. Ponga uno nuevo y recargue el servicio.",
    },
    "budget.near": {
      says: "El presupuesto de tráfico casi se ha agotado",
      more: "Se ha usado el {percent} %; el periodo acaba el {ends}. El ancho de banda se reduce por pasos.",
    },
    "budget.used": {
      says: "El presupuesto de tráfico se ha agotado",
      more: "Se ha usado el {percent} %; el periodo acaba el {ends}.",
    },
    "budget.unable": {
      says: "El presupuesto de tráfico solo se cuenta",
      more: "Aquí no se pueden bajar los límites: {why}",
    },
    "logins.failed": {
      says: "Muchos intentos fallidos",
      more: "{count} en {minutes} minutos. Si no fue usted, mire de dónde vinieron.",
    },
  },

  health: {
    forward: (ports) =>
      `Redirija ${ports} a esta máquina en su router doméstico y cortafuegos, o active UPnP.`,
    stale: (age) => `Los valores tienen ${age}`,
    staleMore: "No llegan valores nuevos. Reconectando automáticamente…",
    state: "Estado",
    reach: "Accesibilidad",
    reachable: "Accesible desde fuera",
    reachableMore: "Otros routers pueden conectarse con el suyo.",
    reachUnknown: "Desconocida",
    sharing: "Compartir",
    sharingOf: (rate, limit) => `${rate} de ${limit}`,
    sharePercent: (share) => `${share} para otros`,
    today: "Hoy",
    month: "Este mes",
    allTime: "Desde siempre",
    allTraffic: "Todo el tráfico, el suyo y el de otros:",
    inOut: (received, sent) => `${received} entrada, ${sent} salida`,
    estimated: "Estimado a partir del ancho de banda.",
    budget: (used, limit, ends) => `Presupuesto: ${used} de ${limit}, hasta ${ends}`,
    lowered: "El ancho de banda está reducido para no pasar del presupuesto.",
    todo: "Pendiente",
    open: (page) => `Abrir: ${page}`,
    and: "y",
    byDay: "Tráfico por día y mes",
    period: "Periodo",
    resolved: (says) => `Resuelto: ${says}`,
  },

  eventTexts: {
    "service.started": "Servicio iniciado, versión {version}",
    "service.stopped": "Servicio detenido",
    "service.interrupted":
      "El servicio había terminado de forma inesperada: caída, interrupción o corte de luz",
    "router.started": "Router arrancado",
    "router.stopped": "Router detenido",
    "router.restarted": "Router reiniciado",
    "router.crashed": "Router caído: {cause}",
    "router.unreachable": "El router no responde: {reason}",
    "router.answers": "El router responde de nuevo",
    "reachability.good": "Accesible desde fuera: {now} (antes: {was})",
    "reachability.bad": "Mal accesible desde fuera: {now} (antes: {was})",
    "address.changed": "La dirección cambió de {was} a {now}",
    "settings.saved": "Ajustes cambiados por {by}: {names}",
    "settings.reverted":
      "El router no arrancó con sus ajustes; vuelven los últimos que funcionaron[, sin {lost}]. Los otros están en {file}",
    "update.found": "Actualización disponible",
    "update.ready": "Actualización[ a {version}] instalada; se usará tras el próximo reinicio",
    "update.installed": "Router actualizado de {was} a {now}",
    "update.failed": "La actualización falló: {status}",
    "logins.failed": "{count} accesos fallidos en {minutes} minutos, el último desde {address}",
    "disk.low": "Disco casi lleno: {freeMiB} MiB libres ({percent} %)",
    "disk.enough": "El disco tiene sitio de nuevo: {freeMiB} MiB libres ({percent} %)",
    "certificate.expiring": "El certificado caduca el {expires}",
    "certificate.renewed": "Certificado válido hasta {expires}",
    "budget.lowered": "Límites bajados a {limits}: {why}",
    "budget.restored": "Vuelven sus propios límites: {limits}",
    "budget.left":
      "{names} cambió mientras el presupuesto lo tenía reducido; queda así hasta el próximo paso",
    "budget.unable": "El presupuesto de tráfico no se puede cumplir: {why}",
    "backup.made": "Copia de seguridad hecha: {file}",
    "backup.failed": "Falló la copia de seguridad: {reason}",
    "notify.failed": "Fallan las notificaciones por {channel}: {why}",
    "notify.works": "Vuelven a funcionar las notificaciones por {channel}",
  },

  reasons,

  errors: {
    unreachable: "No se puede acceder al router.",
    timeout: "El router no respondió a tiempo.",
    login: "El router rechaza la contraseña del servicio.",
    certificate: "El certificado del router no es de confianza.",
    failed: "El router no pudo hacerlo.",
    notPossible: "Este router no puede hacerlo.",
    diskFull: "El disco está lleno.",
    invalidParams: "No se aceptó un valor.",
    outOfScope: "No tiene permiso para hacerlo.",
    refused: "Demasiadas peticiones. Inténtelo de nuevo en un momento.",
    internal: "El servicio ha cometido un error.",
  },

  logs: {
    source: "Registro",
    router: "Router",
    service: "Servicio",
    level: "Desde nivel",
    text: "Contiene",
    follow: "Seguir",
    empty: "Ninguna línea coincide.",
    none: "Este registro no está al alcance.",
    missed: "Aquí faltan líneas.",
    about: "Se han quitado secretos, direcciones y nombres de usuarios.",
    kept: "Las últimas 2000 líneas desde el inicio del servicio. Las anteriores están en el registro del sistema: journalctl -u pilothouse.",
    save: "Guardar estas líneas",
  },

  palette: {
    open: "Buscar",
    title: "Ir a una página o hacer algo",
    placeholder: "Escriba una página o acción…",
    none: "Nada coincide.",
    shortcuts: "Atajos de teclado",
    showShortcuts: "Mostrar estos atajos",
    followedBy: "luego",
    oldNames: "Aplicaciones web, Web applications, jsonrpc, I2PControl",
  },
};
