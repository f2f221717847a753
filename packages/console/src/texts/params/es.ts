import type { ParamTexts } from "./param-texts.js";

export const params: ParamTexts = {
  Authenticate: {
    API: "Versión del protocolo; 1.",
    Password: "Contraseña del servicio.",
    User: "En un hub: la cuenta a la que pertenece la contraseña. Sin ella, es la contraseña del hub. En otros sitios no tiene efecto.",
  },
  RouterInfo: {
    "svc.router.status": "Estado para personas, en el idioma de quien llama.",
    "svc.router.status.own":
      "Lo que el propio router dice de su estado, en su idioma; vacío mientras no responde.",
    "svc.router.uptime": "Milisegundos desde el arranque del router.",
    "svc.router.version": "Versión completa del router.",
    "svc.router.net.status": "Código del estado de la red.",
    "svc.router.net.bw.inbound.1s": "Ancho de banda de entrada ahora, bytes por segundo.",
    "svc.router.net.bw.inbound.15s":
      "Ancho de banda de entrada de los últimos 15 segundos, bytes por segundo.",
    "svc.router.net.bw.outbound.1s": "Ancho de banda de salida ahora, bytes por segundo.",
    "svc.router.net.bw.outbound.15s":
      "Ancho de banda de salida de los últimos 15 segundos, bytes por segundo.",
    "svc.router.net.tunnels.participating": "Túneles de otros que pasan por este router.",
    "svc.router.netdb.knownpeers": "Routers conocidos, sin contar este.",
    "svc.router.netdb.activepeers": "Routers contactados hace poco.",
    "svc.router.netdb.fastpeers": "Routers clasificados como rápidos.",
    "svc.router.netdb.highcapacitypeers": "Routers clasificados como de alta capacidad.",
    "svc.router.netdb.isreseeding": "Si hay un reseed en curso.",
    "svc.router.net.tunnels.successrate":
      "Parte de construcciones de túneles que tienen éxito, en porcentaje.",
    "svc.router.net.total.received.bytes": "Bytes recibidos desde el arranque del router.",
    "svc.router.net.total.sent.bytes": "Bytes enviados desde el arranque del router.",
    "svc.router.net.bw.transit.15s": "Tráfico de otros en los últimos 15 segundos, bytes por segundo.",
    "svc.router.net.transit.sent.bytes": "Bytes enviados para otros desde el arranque del router.",
    "svc.router.net.tunnels.inbound": "Túneles de entrada de este router.",
    "svc.router.net.tunnels.outbound": "Túneles de salida de este router.",
    "svc.router.net.tunnels.totalsuccessrate":
      "Parte de construcciones de túneles con éxito desde el arranque del router, en porcentaje.",
    "svc.router.net.tunnels.queue": "Solicitudes de túneles en espera.",
    "svc.router.net.tunnels.tbmqueue": "Mensajes de construcción de túneles en espera.",
    "svc.router.netdb.floodfills": "Routers floodfill conocidos.",
    "svc.router.netdb.leasesets": "LeaseSets conocidos.",
  },
  GetRate: {
    Stat: "Nombre de una estadística.",
    Period: "Periodo hasta ahora, en milisegundos.",
  },
  RouterManager: {
    FindUpdates:
      "Busca una actualización firmada: si la hay. También «false» si no se sabe; un texto solo para un feed que no es de confianza.",
    Update: "Descarga, comprueba e instala una actualización firmada y responde el estado final.",
    Reseed: "Inicia un reseed.",
    Restart: "Reinicia el router de inmediato.",
    RestartGraceful: "Reinicia el router cuando caducan los túneles de tránsito.",
    Shutdown: "Detiene el router de inmediato.",
    ShutdownGraceful: "Detiene el router cuando caducan los túneles de tránsito.",
  },
  NetworkSetting: {
    "svc.router.net.ntcp.port": "Puerto NTCP.",
    "svc.router.net.ntcp.hostname": "Nombre de host NTCP.",
    "svc.router.net.ntcp.autoip": "Elección automática de la dirección NTCP.",
    "svc.router.net.ssu.port": "Puerto SSU.",
    "svc.router.net.ssu.hostname": "Nombre de host SSU externo.",
    "svc.router.net.ssu.autoip": "Fuentes de la dirección SSU.",
    "svc.router.net.ssu.detectedip": "Dirección SSU detectada.",
    "svc.router.net.upnp": "Si se usa UPnP.",
    "svc.router.net.bw.share": "Porcentaje del ancho de banda para túneles de tránsito.",
    "svc.router.net.bw.in": "Límite de entrada, KiB/s.",
    "svc.router.net.bw.out": "Límite de salida, KiB/s.",
    "svc.router.net.laptopmode": "Si el router oculta los cambios de dirección (modo portátil).",
  },
  AdvancedSettings: {
    setAll: "Sustituye todos los ajustes; lo que falta se elimina, también los secretos.",
    set: "Cambia los ajustes dados y conserva los demás.",
    getAll: "Pide todos los ajustes.",
    get: "Pide un ajuste.",
  },
  Echo: {
    Echo: "Cualquier valor.",
  },
  ServiceControl: {
    "svccontrol.password": "La contraseña nueva: al menos 10 caracteres y que no sea común.",
    "svccontrol.address": "Dirección de escucha.",
    "svccontrol.port": "Puerto de escucha.",
  },
  "pilothouse.password": {
    password: "La contraseña nueva: al menos 10 caracteres y que no sea común.",
    current: "La contraseña actual; si es incorrecta, no cambia nada.",
    keepTokens: "Si los tokens de programas siguen siendo válidos. Las sesiones se revocan siempre.",
  },
  "fleet.password": {
    password: "La contraseña nueva: al menos 10 caracteres y que no sea común.",
    current: "La contraseña anterior.",
  },
  ClientServicesInfo: {
    I2PTunnel: "Pide los túneles de tunnels.conf.",
    HTTPProxy: "Pide el proxy HTTP.",
    SOCKS: "Pide el proxy SOCKS.",
    SAM: "Pide el puente SAM.",
    BOB: "Pide el puente BOB.",
    I2CP: "Pide el servidor I2CP.",
  },
  "pilothouse.notify": {
    test: "El canal para un mensaje de prueba: webhook, ntfy o email.",
  },
  "pilothouse.join": {
    token: "El token de la invitación, `ph1_…`.",
    name: "Nombre del nodo en la flota: de 1 a 63 caracteres entre a-z, 0-9, punto y guion. Por defecto: el nombre de la máquina, con un número si otro nodo lo tiene.",
  },
  "pilothouse.logout": {
    after:
      "Segundos hasta el final; si el token se usa mientras tanto, la sesión sigue: para una página que se cierra o recarga. Las llamadas de los primeros cinco segundos no cuentan: la página pudo enviarlas antes.",
  },
  "pilothouse.webapps": {
    name: "La aplicación que se conmuta.",
    running: "Ejecutarla ahora o pararla.",
    autostart: "Si arranca con el servicio.",
  },
  "pilothouse.sessions": {
    revoke: "Id de la sesión que se termina.",
    revokeOthers: "Si se terminan todas las demás sesiones.",
    rename: "Id de la sesión que recibe el nombre de `name`.",
    name: "Su nombre nuevo.",
  },
  "pilothouse.tokens": {
    revoke: "Nombre del token que se revoca.",
  },
  "pilothouse.createToken": {
    name: "Su nombre en la lista y en la auditoría.",
    scope: "Lo que permite.",
    lifetime: "Milisegundos hasta que caduca; por defecto: 90 días.",
  },
  "pilothouse.history": {
    from: "Comienzo, en milisegundos desde la época.",
    to: "Final, en milisegundos desde la época.",
    points: "Máximo de valores por serie; 500.",
  },
  "pilothouse.audit": {
    before: "Solo entradas anteriores a la de este id.",
    limit: "Cuántos como máximo; 100.",
  },
  "pilothouse.events": {
    limit: "Cuántos como máximo; 100.",
    kinds: "Solo eventos de estos tipos.",
    severity: "Solo eventos de esta gravedad o mayor.",
    from: "Solo eventos desde este momento, en milisegundos desde la época.",
    to: "Solo eventos antes de este momento.",
    before: "Solo eventos anteriores al de este id.",
    after: "Solo eventos posteriores al de este id; primero el más antiguo.",
  },
  "pilothouse.changes": {
    limit: "Cuántos como máximo; 100.",
    part: "Solo cambios hechos por NetworkSetting o por AdvancedSettings.",
    before: "Solo cambios anteriores al de este id.",
    from: "Compara: el estado justo después del cambio con este id (0: antes del primero que se guarda)…",
    to: "…con el estado justo después de este; sin él, con el más reciente.",
    undo: "Deshace el cambio con este id y ningún otro: repone sus valores antiguos.",
    goTo: "Vuelve al estado justo después del cambio con este id (0: antes del primero que se guarda): deshace todos los posteriores de `part`, que debe darse.",
    preview: "Con `undo` o `goTo`: no cambia nada y dice qué cambiaría.",
    plan: "Con `undo` o `goTo`: el `plan` de una vista previa. Hace lo que mostró, también donde un valor cambió después, como decía. Lo que no mostró así es un error que nombra el ajuste, y no cambia nada.",
    force:
      "Con `undo` o `goTo`: también donde un valor cambió después, lo mostrara o no una vista previa. Sin esto y sin `plan` es un error que nombra el ajuste, y no cambia nada.",
  },
  "pilothouse.settings": {
    set: 'Valores por nombre, como en el archivo, por ejemplo `{"budget.monthly":"500GB"}`; null quita uno. `notify.webhook_key`, `notify.ntfy_token` y `notify.email_password` toman los secretos mismos; un secreto se elimina cuando cambia la dirección a la que pertenece y no se da de nuevo.',
  },
  "pilothouse.apply": {
    checksum: "Con la que se conocen los ajustes.",
    network: "Ajustes de red con sus nombres aquí, por ejemplo `router.net.bw.in`.",
    advanced: "Ajustes con los nombres que les da el router.",
    restart: "Cómo se reinicia el router si los ajustes lo requieren; por defecto: con cuidado.",
    drain:
      "Milisegundos que un reinicio cuidadoso puede esperar a que expiren los túneles de otros; por defecto: once minutos.",
    deadline:
      "Milisegundos que el router puede tardar tras arrancar hasta estar sano; por defecto: diez minutos.",
  },
  "pilothouse.logs": {
    source: "De quién es el registro.",
    level: "Solo líneas de este nivel o más importante. Una línea sin nivel pertenece a la anterior.",
    text: "Solo líneas que contienen esto, en mayúsculas o minúsculas.",
    after: "Solo lo que llegó después de una respuesta anterior: su `next`.",
    limit: "Cuántas líneas como máximo, las últimas; 200.",
  },
  "pilothouse.backup": {
    passphrase: "La cifra con esta frase de contraseña.",
  },
  "fleet.queue": {
    node: "Nombre o id del nodo; sin `method`, solo se listan sus llamadas.",
    method:
      "El método que se llama allí. Debe cambiar algo y no necesitar más que el alcance `settings`: lo que contiene secretos no espera aquí.",
    params: "Sus parámetros, sin token.",
    lifetime: "Milisegundos que espera; por defecto: un día.",
    cancel: "Id de la llamada que se cancela.",
  },
  "fleet.rollout": {
    kind: "Lo que se hace en cada nodo.",
    filter: "Solo nodos cuyo nombre contiene esto.",
    labels: "Solo nodos con estas etiquetas.",
    nodes: "Solo estos nodos, por nombre o id.",
    template: "Con `apply`: el texto de un fleet.toml. Pasa a ser la plantilla de la flota.",
    maxParallel: "Máximo de nodos en curso a la vez; por defecto: 1.",
    canary: "Tantos nodos van primero y deben estar sanos antes que los demás; por defecto: 1.",
    failureBudget: "Tantos nodos pueden fallar; uno más detiene el despliegue; por defecto: 0.",
    healthyDeadline:
      "Milisegundos desde el arranque del router hasta que el nodo debe estar sano; por defecto: diez minutos.",
    minHealthy: "Milisegundos que debe seguir sano antes de contar como hecho; por defecto: cinco segundos.",
    tunnelShare: "Porcentaje de los túneles de tránsito anteriores que debe volver a tener; por defecto: 50.",
    lineExpiry: "Milisegundos que se espera a los nodos sin conexión; por defecto: una hora.",
    graceful: "Si los túneles de otros pueden caducar antes de un reinicio; por defecto: true.",
    drainLimit:
      "Durante cuántos milisegundos; después se reinicia de inmediato. Por defecto: once minutos, para entonces todos han caducado.",
  },
  "fleet.template": {
    filter: "Solo nodos cuyo nombre contiene esto.",
    labels: "Solo nodos con estas etiquetas.",
    text: "El texto de un fleet.toml con el que comparar los nodos.",
    after: "Solo nodos tras este nombre: el `next` de la página anterior.",
    limit: "Nodos por página; 200.",
  },
  "fleet.drift": {
    filter: "Solo nodos cuyo nombre contiene esto.",
    labels: "Solo nodos con estas etiquetas.",
    after: "Solo nodos tras este nombre: el `next` de la página anterior.",
    limit: "Nodos por página; 200.",
  },
  "fleet.import": {
    filter: "Solo nodos cuyo nombre contiene esto.",
    labels: "Solo nodos con estas etiquetas.",
    advanced: "Si también se quieren los ajustes con los nombres del router; false.",
  },
  "fleet.rollouts": {
    id: "El despliegue.",
    pause: "No empieza más nodos hasta que se reanude.",
    resume: "Reanuda uno en pausa.",
    end: "No empieza más nodos; los que están en curso terminan.",
    outcome: "Solo nodos con este resultado.",
    after: "Solo nodos tras esta posición: el `next` de la página anterior.",
    limit: "Nodos por página; 100.",
  },
  "fleet.nodes": {
    after: "Solo nodos tras este nombre: el `next` de la página anterior.",
    filter: "Parte del nombre.",
    labels: "Etiquetas que el nodo debe tener, con estos valores.",
    state: "Estado en que debe estar el nodo.",
    columns: "Las columnas deseadas; por defecto: todas.",
    limit: "Nodos por página; 1000.",
  },
  "fleet.node": {
    node: "Nombre o id del nodo.",
  },
  "fleet.label": {
    node: "Nombre o id del nodo.",
    labels: "Valores nuevos por clave; null quita una etiqueta.",
  },
  "fleet.rename": {
    node: "Nombre o id del nodo.",
    name: "Su nombre nuevo; ningún otro nodo puede tenerlo.",
  },
  "fleet.keep": {
    node: "Nombre o id del nodo.",
    instance:
      "La instancia que se queda, como la lista `fleet.node` y la nombra allí `pilothouse.membership`; puede faltar si solo trabaja una.",
  },
  "fleet.adopt": {
    node: "Huella o identificador del nodo.",
    name: "Su nombre. Por defecto: como se llama él mismo, con un número si otro nodo tiene ese nombre.",
    labels: "Sus etiquetas, que los nodos no conocen.",
  },
  "fleet.remove": {
    node: "Nombre o id del nodo.",
  },
  "fleet.invite": {
    labels: "Etiquetas de los nodos que se unen con ella.",
    uses: "Cuántos nodos pueden unirse con ella; 1.",
    lifetime: "Milisegundos hasta que caduca; por defecto: una hora.",
    wait: "Si los nodos que se unen esperan a ser aceptados, para imágenes preparadas antes.",
    replaces:
      "El nodo cuyo nombre y etiquetas toma el nuevo, tras una reinstalación; su clave antigua se rechaza desde entonces.",
  },
  "fleet.invitations": {
    revoke: "Id de la invitación que se revoca.",
  },
  "fleet.waiting": {
    accept: "Huella, id o nombre del nodo que se acepta.",
    refuse: "Huella, id o nombre del nodo que se rechaza.",
  },
  "fleet.operators": {
    name: "La cuenta que se crea o cambia.",
    password: "Su contraseña: al menos 10 caracteres y que no sea común; necesaria para una cuenta nueva.",
    role: "Lo que permite; necesario para una cuenta nueva.",
    labels: "Solo ve y gestiona nodos con estas etiquetas; ninguna significa todos.",
    remove: "Si se elimina la cuenta.",
  },
};
