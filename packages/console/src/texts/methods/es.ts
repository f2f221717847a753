import type { MethodTexts } from "./method-texts.js";

export const methods: MethodTexts = {
  Authenticate: "Cambia la contraseña por un token.",
  RouterInfo: "Devuelve lo que se pregunta del router; las claves que no conoce se omiten.",
  GetRate: "La media de una estadística durante el último Period, o durante lo que haya.",
  RouterManager: "Ordena algo al router.",
  NetworkSetting: "Lee (null) y escribe (texto) ajustes de red; se guarda todo lo de una petición o nada.",
  AdvancedSettings: "Toda la configuración del router. Orden: setAll, set, getAll, get.",
  Echo: "Responde lo que se le envía.",
  ServiceControl: "Administra el propio servicio. Una contraseña nueva revoca todos los tokens.",
  ClientServicesInfo:
    "Los servicios cliente del router que se piden. En la forma de i2pd; lo que el router no describe cuenta como apagado.",
  "rpc.discover": "Describe esta interfaz como documento OpenRPC.",
  "pilothouse.notify":
    "Los canales de notificación, cómo están y qué se notifica; con `test` envía una prueba.",
  "pilothouse.settings":
    "Lista los ajustes del servicio que pueden cambiarse en marcha: notificaciones y presupuesto de tráfico. Con `set` cambia algunos, todos o ninguno. Lo fijado en el archivo, el entorno o una opción vale y no se cambia aquí.",
  "pilothouse.health": "Si todo va bien con el router y el servicio; si no, por qué y qué hacer.",
  "pilothouse.traffic":
    "Bytes que el router recibió y envió, por día y mes, a través de sus reinicios; y el presupuesto de tráfico.",
  "pilothouse.join": "Se une a una flota con el token de una invitación. Puede repetirse tras un fallo.",
  "pilothouse.leave": "Abandona la flota. Funciona sin el hub, al que se avisa si se puede alcanzar.",
  "pilothouse.membership": "La flota a la que pertenece este nodo.",
  "pilothouse.logout": "Revoca el token con el que se llama.",
  "pilothouse.webapps": "Lista las aplicaciones web del punto HTTP; con un nombre, cambia una.",
  "pilothouse.status": "Cómo están el servicio y su router, más allá de RouterInfo.",
  "pilothouse.cancel":
    "Cancela un reinicio o apagado con calma que espera a que terminen los túneles: el router sigue. Se rechaza si el router no puede hacerlo.",
  "pilothouse.sessions":
    "Lista las sesiones abiertas, y las termina o renombra. Los tokens de programas no están entre ellas.",
  "pilothouse.tokens": "Lista los tokens de programas; con un nombre, revoca uno.",
  "pilothouse.createToken": "Crea un token para un programa. Solo se muestra aquí.",
  "pilothouse.password": "Cambia la contraseña, como ServiceControl, con más opciones.",
  "pilothouse.setup":
    "Lo que hay que hacer antes de poder usar el servicio desde la dirección de quien llama.",
  "pilothouse.history": "Estadísticas de un periodo, con el detalle guardado y pedido.",
  "pilothouse.audit": "Quién cambió qué y cuándo; lo más reciente primero.",
  "pilothouse.apply":
    "Aplica los ajustes de una plantilla, todos o ninguno, reinicia el router si hace falta y repone los anteriores si no vuelve sano. Sin parámetros: qué fue de los últimos.",
  "pilothouse.events":
    "La cronología del router y del servicio. Para seguirla, pregunte de nuevo con `after`: casi no cuesta nada.",
  "pilothouse.changes":
    "Cada cambio de los ajustes del router: los lista, compara dos puntos y vuelve atrás. Los valores secretos nunca se muestran y reponerlos exige el alcance `all`.",
  "pilothouse.logs":
    "Líneas del registro del router o del servicio, sin secretos, direcciones ni nombres de usuario. Para seguirlo, pregunte de nuevo con `after`.",
  "pilothouse.backup":
    "Hace una copia de seguridad en el directorio de datos del servicio, para `pilothouse backup`. Solo por el socket del operador.",
  "fleet.queue":
    "Lista las llamadas que esperan a sus nodos y qué fue de las de la última semana. Con `method` añade una; con `cancel` termina una que espera.",
  "fleet.rollout": "Reinicia o actualiza nodos, o les aplica ajustes, unos pocos a la vez.",
  "fleet.rollouts":
    "Lista los despliegues, los más recientes primero; con un id, uno y sus nodos. Pausa, reanuda y termina uno.",
  "fleet.template": "La plantilla de la flota; con un texto, lo que cambiaría nodo a nodo. No escribe nada.",
  "fleet.drift": "Los nodos que no están como pide la plantilla de la flota, según informan ellos mismos.",
  "fleet.import": "Lo que los nodos tienen ahora, como fleet.toml: etiquetas y ajustes, sin secretos.",
  "fleet.nodes": "Los nodos de la flota que encajan, por nombre, en columnas y páginas.",
  "fleet.node": "Todo lo que se sabe de un nodo.",
  "fleet.summary": "La flota en cifras.",
  "fleet.label": "Cambia etiquetas de un nodo; las no nombradas quedan.",
  "fleet.rename": "Da otro nombre a un nodo.",
  "fleet.adopt":
    "Crea un registro para un nodo desconocido: tiene una clave de la flota y este hub ha perdido su registro.",
  "fleet.keep":
    "Decide cuál de dos máquinas con la clave de un nodo sigue siendo ese nodo. La otra es una copia y debe unirse de nuevo.",
  "fleet.remove": "Quita un nodo de la flota y revoca su clave. Sigue como servicio propio.",
  "fleet.invite": "Crea una invitación. Su token solo se muestra aquí.",
  "fleet.invitations": "Lista las invitaciones; con un id, revoca una.",
  "fleet.waiting": "Lista los nodos que esperan ser aceptados; acepta o rechaza uno.",
  "fleet.operators": "Lista las cuentas del hub; con un nombre, crea, cambia o elimina una.",
  "fleet.password": "Cambia la contraseña de la cuenta propia y termina sus sesiones.",
};
