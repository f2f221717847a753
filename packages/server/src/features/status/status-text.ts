import type { Phase, UnavailableReason } from "@pilothouse/drivers/port";
import type { NetStatus } from "@pilothouse/protocol";
import type { Language } from "../../settings/languages.js";

export interface Status {
  readonly phase: Phase | { readonly name: "unreachable"; readonly reason?: UnavailableReason | undefined };
  /** Absent when the router does not report it. */
  readonly netStatus?: NetStatus | undefined;
  readonly simulated: boolean;
}

/** `svc.router.status`: how the router is, in one short sentence. `now` is in milliseconds since the epoch. */
export function statusText(status: Status, language: Language, now: number): string {
  const words = WORDS[language];
  const text = phaseText(status, words, now);
  return status.simulated ? words.simulation(text) : text;
}

function phaseText({ phase, netStatus }: Status, words: Words, now: number): string {
  if (phase.name === "draining")
    return words.draining[phase.next](Math.max(1, Math.ceil((phase.until - now) / 60_000)));
  if (phase.name === "unreachable" && phase.reason === "login") return words.loginRefused;
  if (phase.name === "running" && netStatus !== undefined) return words.net[netStatus];
  return words[phase.name];
}

type PlainPhase = Exclude<Status["phase"]["name"], "draining">;

interface Words extends Readonly<Record<PlainPhase, string>> {
  readonly net: Readonly<Record<NetStatus, string>>;
  readonly loginRefused: string;
  readonly draining: Readonly<Record<"restart" | "stop", (minutes: number) => string>>;
  readonly simulation: (text: string) => string;
}

/** French sets a space before a colon or semicolon, one at which no line is broken. */
const NB = "\u00a0";

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    net: {
      0: "OK",
      1: "Testing reachability",
      2: "Firewalled",
      3: "Hidden",
      4: "Warning: fast, but firewalled",
      5: "Warning: floodfill, but firewalled",
      6: "Warning: firewalled, with inbound TCP enabled",
      7: "Warning: firewalled, with UDP disabled",
      8: "Error: the client interface (I2CP) does not work",
      9: "Error: the clock is wrong",
      10: "Error: the TCP address is private",
      11: "Error: symmetric NAT",
      12: "Error: the UDP port is already in use",
      13: "Error: no active peers; check the connection and the firewall",
      14: "Error: UDP is disabled and TCP is not set up",
    },
    running: "Running",
    starting: "Starting",
    stopping: "Shutting down",
    stopped: "Stopped",
    crashed: "Crashed; being started again",
    unreachable: "Unreachable: the router does not answer",
    loginRefused: "Unreachable: the router refuses the login of this service",
    draining: {
      stop: (n) => `Shutting down when the last of the participating tunnels ends, in about ${n} min`,
      restart: (n) => `Restarting when the last of the participating tunnels ends, in about ${n} min`,
    },
    simulation: (text) => `Simulation: ${text}`,
  },
  de: {
    net: {
      0: "OK",
      1: "Erreichbarkeit wird geprüft",
      2: "Hinter einer Firewall",
      3: "Versteckt",
      4: "Warnung: schnell, aber hinter einer Firewall",
      5: "Warnung: Floodfill, aber hinter einer Firewall",
      6: "Warnung: hinter einer Firewall, eingehendes TCP aktiviert",
      7: "Warnung: hinter einer Firewall, UDP deaktiviert",
      8: "Fehler: Die Client-Schnittstelle (I2CP) funktioniert nicht",
      9: "Fehler: Die Uhr geht falsch",
      10: "Fehler: Die TCP-Adresse ist privat",
      11: "Fehler: symmetrisches NAT",
      12: "Fehler: Der UDP-Port ist bereits belegt",
      13: "Fehler: keine aktiven Peers; Verbindung und Firewall prüfen",
      14: "Fehler: UDP ist deaktiviert und TCP nicht eingerichtet",
    },
    running: "Läuft",
    starting: "Startet",
    stopping: "Fährt herunter",
    stopped: "Gestoppt",
    crashed: "Abgestürzt; wird neu gestartet",
    unreachable: "Nicht erreichbar: Der Router antwortet nicht",
    loginRefused: "Nicht erreichbar: Der Router lehnt die Anmeldung dieses Dienstes ab",
    draining: {
      stop: (n) => `Fährt herunter, sobald der letzte teilnehmende Tunnel endet, in etwa ${n} min`,
      restart: (n) => `Startet neu, sobald der letzte teilnehmende Tunnel endet, in etwa ${n} min`,
    },
    simulation: (text) => `Simulation: ${text}`,
  },
  es: {
    net: {
      0: "OK",
      1: "Comprobando la conectividad",
      2: "Detrás de un cortafuegos",
      3: "Oculto",
      4: "Aviso: rápido, pero detrás de un cortafuegos",
      5: "Aviso: floodfill, pero detrás de un cortafuegos",
      6: "Aviso: detrás de un cortafuegos, con TCP entrante activado",
      7: "Aviso: detrás de un cortafuegos, con UDP desactivado",
      8: "Error: la interfaz de clientes (I2CP) no funciona",
      9: "Error: el reloj no está en hora",
      10: "Error: la dirección TCP es privada",
      11: "Error: NAT simétrico",
      12: "Error: el puerto UDP ya está en uso",
      13: "Error: no hay pares activos; compruebe la conexión y el cortafuegos",
      14: "Error: UDP está desactivado y TCP no está configurado",
    },
    running: "En marcha",
    starting: "Iniciándose",
    stopping: "Deteniéndose",
    stopped: "Detenido",
    crashed: "Terminó de forma inesperada; se está reiniciando",
    unreachable: "Inaccesible: el router no responde",
    loginRefused: "Inaccesible: el router rechaza el inicio de sesión de este servicio",
    draining: {
      stop: (n) => `Se detendrá cuando termine el último túnel participante, en aproximadamente ${n} min`,
      restart: (n) =>
        `Se reiniciará cuando termine el último túnel participante, en aproximadamente ${n} min`,
    },
    simulation: (text) => `Simulación: ${text}`,
  },
  fr: {
    net: {
      0: "OK",
      1: "Test de connectivité en cours",
      2: "Derrière un pare-feu",
      3: "Caché",
      4: `Avertissement${NB}: rapide, mais derrière un pare-feu`,
      5: `Avertissement${NB}: floodfill, mais derrière un pare-feu`,
      6: `Avertissement${NB}: derrière un pare-feu, avec TCP entrant activé`,
      7: `Avertissement${NB}: derrière un pare-feu, avec UDP désactivé`,
      8: `Erreur${NB}: l’interface des clients (I2CP) ne fonctionne pas`,
      9: `Erreur${NB}: l’horloge n’est pas à l’heure`,
      10: `Erreur${NB}: l’adresse TCP est privée`,
      11: `Erreur${NB}: NAT symétrique`,
      12: `Erreur${NB}: le port UDP est déjà utilisé`,
      13: `Erreur${NB}: aucun pair actif${NB}; vérifiez la connexion et le pare-feu`,
      14: `Erreur${NB}: UDP est désactivé et TCP n’est pas configuré`,
    },
    running: "En marche",
    starting: "Démarrage en cours",
    stopping: "Arrêt en cours",
    stopped: "Arrêté",
    crashed: `Arrêt inattendu${NB}; redémarrage en cours`,
    unreachable: `Injoignable${NB}: le routeur ne répond pas`,
    loginRefused: `Injoignable${NB}: le routeur refuse la connexion de ce service`,
    draining: {
      stop: (n) => `S’arrêtera à la fin du dernier tunnel participant, dans environ ${n} min`,
      restart: (n) => `Redémarrera à la fin du dernier tunnel participant, dans environ ${n} min`,
    },
    simulation: (text) => `Simulation${NB}: ${text}`,
  },
  pt: {
    net: {
      0: "OK",
      1: "Testando a conectividade",
      2: "Atrás de um firewall",
      3: "Oculto",
      4: "Aviso: rápido, mas atrás de um firewall",
      5: "Aviso: floodfill, mas atrás de um firewall",
      6: "Aviso: atrás de um firewall, com TCP de entrada ativado",
      7: "Aviso: atrás de um firewall, com UDP desativado",
      8: "Erro: a interface de clientes (I2CP) não funciona",
      9: "Erro: o relógio está com a hora errada",
      10: "Erro: o endereço TCP é privado",
      11: "Erro: NAT simétrico",
      12: "Erro: a porta UDP já está em uso",
      13: "Erro: nenhum par ativo; verifique a conexão e o firewall",
      14: "Erro: o UDP está desativado e o TCP não está configurado",
    },
    running: "Em execução",
    starting: "Iniciando",
    stopping: "Encerrando",
    stopped: "Parado",
    crashed: "Encerrado inesperadamente; reiniciando",
    unreachable: "Inacessível: o roteador não responde",
    loginRefused: "Inacessível: o roteador recusa o login deste serviço",
    draining: {
      stop: (n) => `Será encerrado quando terminar o último túnel participante, em cerca de ${n} min`,
      restart: (n) => `Será reiniciado quando terminar o último túnel participante, em cerca de ${n} min`,
    },
    simulation: (text) => `Simulação: ${text}`,
  },
  ru: {
    net: {
      0: "OK",
      1: "Проверка доступности",
      2: "За межсетевым экраном",
      3: "Скрытый режим",
      4: "Предупреждение: быстрый, но за межсетевым экраном",
      5: "Предупреждение: floodfill, но за межсетевым экраном",
      6: "Предупреждение: за межсетевым экраном, входящий TCP включён",
      7: "Предупреждение: за межсетевым экраном, UDP отключён",
      8: "Ошибка: не работает клиентский интерфейс (I2CP)",
      9: "Ошибка: неверно установлены часы",
      10: "Ошибка: TCP-адрес — частный",
      11: "Ошибка: симметричный NAT",
      12: "Ошибка: UDP-порт уже занят",
      13: "Ошибка: нет активных узлов; проверьте соединение и межсетевой экран",
      14: "Ошибка: UDP отключён, а TCP не настроен",
    },
    running: "Работает",
    starting: "Запускается",
    stopping: "Останавливается",
    stopped: "Остановлен",
    crashed: "Аварийно завершился; запускается снова",
    unreachable: "Недоступен: роутер не отвечает",
    loginRefused: "Недоступен: роутер отклоняет вход этой службы",
    draining: {
      stop: (n) => `Остановится, когда закроется последний транзитный туннель, примерно через ${n} мин`,
      restart: (n) => `Перезапустится, когда закроется последний транзитный туннель, примерно через ${n} мин`,
    },
    simulation: (text) => `Симуляция: ${text}`,
  },
  zh: {
    net: {
      0: "正常",
      1: "正在测试可达性",
      2: "受防火墙限制",
      3: "隐藏模式",
      4: "警告：速度快，但受防火墙限制",
      5: "警告：是 floodfill 节点，但受防火墙限制",
      6: "警告：受防火墙限制，入站 TCP 已启用",
      7: "警告：受防火墙限制，UDP 已禁用",
      8: "错误：客户端接口（I2CP）无法工作",
      9: "错误：时钟不准确",
      10: "错误：TCP 地址是私有地址",
      11: "错误：对称型 NAT",
      12: "错误：UDP 端口已被占用",
      13: "错误：没有活动节点，请检查网络连接和防火墙",
      14: "错误：UDP 已禁用且 TCP 未设置",
    },
    running: "运行中",
    starting: "正在启动",
    stopping: "正在停止",
    stopped: "已停止",
    crashed: "意外退出，正在重新启动",
    unreachable: "无法连接：路由器没有响应",
    loginRefused: "无法连接：路由器拒绝本服务登录",
    draining: {
      stop: (n) => `将在最后一条参与隧道结束后停止，约 ${n} 分钟后`,
      restart: (n) => `将在最后一条参与隧道结束后重新启动，约 ${n} 分钟后`,
    },
    simulation: (text) => `模拟：${text}`,
  },
};
