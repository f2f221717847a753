import type { Texts } from "./en.js";
import { plural } from "./plural.js";
import { reasons } from "./reasons/pt.js";

const many = plural("pt");

export const pt: Texts = {
  units: {
    bytes: ["B", "KiB", "MiB", "GiB", "TiB"],
    perSecond: (unit) => `${unit}/s`,
    span: { minute: "min", hour: "h", day: "d", year: "ano" },
  },

  shell: {
    skip: "Ir para o conteúdo",
    menu: "Menu",
    pages: "Páginas",
    language: "Idioma",
    theme: "Tema",
    themes: { auto: "Tema do sistema", light: "Tema claro", dark: "Tema escuro" },
    signOut: "Sair",
    service: (version) => `Serviço ${version}`,
    notLoaded: "Não foi possível carregar esta página: o serviço não responde ou foi atualizado.",
    reload: "Recarregar",
    draft: "Mudanças não salvas",
  },

  pages: {
    fleet: "Frota",
    rollouts: "Implantações",
    invitations: "Convites",
    overview: "Visão geral",
    control: "Controle",
    network: "Rede",
    advanced: "Avançado",
    applications: "Acesso para outros programas",
    rates: "Estatísticas",
    sessions: "Senha e sessões",
    audit: "Auditoria",
    explorer: "Explorador da API",
    events: "Eventos",
    logs: "Logs",
    changes: "Histórico de configurações",
    notifications: "Notificações",
    welcome: "Primeiros passos",
    traffic: "Tráfego",
    templates: "Modelos",
    operators: "Contas",
  },

  common: {
    cancel: "Cancelar",
    next: "Continuar",
    loading: "Carregando…",
    tryAgain: "Tentar de novo",
    failed: "Não funcionou:",
    serviceSays: "O serviço diz (em inglês):",
    on: "ligado",
    off: "desligado",
    unknown: "desconhecida",
    refresh: "Atualizar",
    remove: "Remover",
    undo: "Desfazer",
    copied: "Copiado",
    close: "Fechar",
    since: (time) => `desde ${time}`,
    copy: "Copiar",
    show: "Mostrar",
    hide: "Ocultar",
    hidden: "(oculto)",
    actions: "Ações",
    needs: (needed, held) =>
      `Somente leitura: mudanças aqui exigem o escopo “${needed}”, e você tem “${held}”.`,
  },

  signIn: {
    account: "Conta",
    accountHint: "Deixe em branco para a senha própria do hub.",
    title: "Entrar",
    password: "Senha",
    action: "Entrar",
    wrong: "A senha está errada.",
    wait: (time) => `Tentativas demais sem sucesso. Tente de novo em ${time}.`,
    away: "O serviço não responde.",
    ended: "Sua sessão terminou. Entre de novo.",
    signedOut: "Você saiu.",
    hint: "Você continua conectado até esta aba ser fechada.",
    forgotten: "Ainda não há senha, ou você a esqueceu? Defina-a na máquina do serviço, com este comando:",
    show: "Mostrar a senha",
  },

  password: {
    choose: "Escolha uma nova senha",
    why: "Todos conhecem a senha de fábrica. Nada mais funciona até você escolher a sua.",
    change: "Mudar a senha",
    ends: "Todas as sessões terminam, em todos os aparelhos. Aqui você entra de novo em seguida.",
    current: "Senha atual",
    field: "Nova senha",
    again: "Repita a nova senha",
    differ: "As duas senhas não são iguais.",
    short: "Pelo menos 10 caracteres, por favor.",
    common: "Esta senha está entre as primeiras que se tentam. Escolha outra.",
    action: "Definir a senha",
    changed: "A senha foi mudada.",
    strength: "Força",
    levels: ["muito fraca", "fraca", "razoável", "boa", "forte"],
    advice: "O que mais conta é o comprimento: quatro ou cinco palavras sem relação dão uma boa senha.",
  },

  banners: {
    simulated: "Modo de demonstração:",
    simulatedMore: "roteador simulado, sem tráfego real.",
    serviceAway: "O serviço não responde.",
    router: "Roteador",
    lastValues: (age) => `Últimos valores: ${age}. Reconectando automaticamente…`,
    back: "Conectado de novo. Os valores são atuais.",
    restartNeeded: "Reinicie para aplicar as configurações salvas.",
    restart: "Reiniciar…",
    factory: "A senha de fábrica ainda vale. Quem alcançar este serviço pode comandar o roteador.",
    changeIt: "Mudar",
    realRouter: "Gerenciar um roteador real",
  },

  phases: {
    running: "Em execução",
    starting: "Iniciando",
    stopping: "Desligando",
    stopped: "Parado",
    crashed: "Caiu",
    unreachable: "Não responde",
    draining: {
      restart: "Reinicia quando os túneis terminarem",
      stop: "Para quando os túneis terminarem",
    },
  },
  phaseAdvice: {
    starting: "Leva alguns minutos até haver pares e túneis.",
    stopping: "O roteador está encerrando suas conexões.",
    stopped: "O roteador não está em execução.",
    crashed: "O roteador caiu e está sendo iniciado de novo. Se isso se repetir, veja o log dele.",
    unreachable:
      "Nova tentativa a cada poucos segundos. Se demorar, veja se o processo do roteador ainda existe.",
    draining: "Nenhum túnel novo é aceito. Você ainda pode reiniciar ou parar agora.",
  },

  net: {
    0: { says: "Está tudo bem", advice: "O roteador pode ser alcançado de fora. Não há nada a fazer." },
    1: {
      says: "Testando se o roteador pode ser alcançado",
      advice: "Espere alguns minutos: o teste é automático depois de cada início.",
    },
    2: {
      says: "Atrás de um firewall",
      advice: "O roteador funciona, mas outros não conseguem abrir conexões com ele.",
    },
    3: {
      says: "Oculto",
      advice:
        "O roteador não publica seu endereço nem carrega túneis de outros. Se é isso que você quer, não há nada a fazer.",
    },
    4: {
      says: "Rápido, mas atrás de um firewall",
      advice: "Você compartilha muita banda que outros não alcançam.",
    },
    5: {
      says: "Floodfill atrás de um firewall",
      advice:
        "Um roteador floodfill precisa ser alcançável. Redirecione a porta dele ou desligue o floodfill.",
    },
    6: {
      says: "Atrás de um firewall, com TCP de entrada ativado",
      advice: "O TCP é anunciado, mas o UDP não passa. Redirecione também a porta UDP.",
    },
    7: {
      says: "Atrás de um firewall, com UDP desativado",
      advice: "Ative o UDP, ou confira se a porta TCP está redirecionada e o nome de host, preenchido.",
    },
    8: {
      says: "A interface de clientes (I2CP) não funciona",
      advice:
        "As aplicações não conseguem usar o roteador. O log dele diz por que a porta I2CP não pôde ser aberta; muitas vezes está em uso.",
    },
    9: {
      says: "O relógio está errado",
      advice: "Acerte o relógio da máquina do roteador e mantenha-o certo com um serviço de hora (NTP).",
    },
    10: {
      says: "O endereço TCP é privado",
      advice:
        "Outros não alcançam um endereço privado. Ponha seu endereço público como nome de host TCP, ou deixe-o vazio.",
    },
    11: {
      says: "Atrás de um NAT simétrico",
      advice:
        "Sua rede muda a porta UDP a cada conexão. Redirecione uma porta fixa ou torne o TCP alcançável.",
    },
    12: {
      says: "A porta UDP está em uso",
      advice: "Outro programa a usa. Escolha outra porta na página Rede e reinicie o roteador.",
    },
    13: {
      says: "Nenhum par ativo",
      advice:
        "Verifique a conexão desta máquina com a Internet e o firewall. Se ambos estiverem certos, inicie um reseed na página Controle.",
    },
    14: {
      says: "UDP está desativado e TCP não está configurado",
      advice:
        "O roteador não consegue falar com ninguém. Ative o UDP, ou defina nome de host e porta TCP na página Rede.",
    },
  },

  overview: {
    uptime: "Em execução há",
    version: "Versão",
    inbound: "Entrada",
    outbound: "Saída",
    average: (rate) => `${rate} em 15 s`,
    total: (amount) => `${amount} no total`,
    tunnels: "Túneis participantes",
    success: (share) => `Túneis criados com sucesso: ${share}`,
    active: "Pares ativos",
    known: "Pares conhecidos",
    fast: "Rápidos",
    highCapacity: "Alta capacidade",
    reseeding: "Reseed em andamento…",
    numbers: "O roteador agora",
  },

  graphs: {
    title: "Histórico",
    range: "Intervalo",
    bandwidth: "Largura de banda",
    peers: "Pares",
    active: "Ativos",
    hint: "Arraste sobre um gráfico para ampliar; clique duas vezes para ver tudo.",
    zoomIn: "Ampliar",
    zoomOut: "Reduzir",
    earlier: "Antes",
    later: "Depois",
    empty: "Nada foi registrado neste tempo.",
    numbers: "Tabela",
    series: "Série",
    lowest: "Mínimo",
    mean: "Média",
    highest: "Máximo",
    last: "Último",
    from: (from, to) => `De ${from} a ${to}`,
    limit: "Limite",
    csv: "Salvar como CSV",
    png: "Salvar como PNG",
    happened: "O que aconteceu",
  },

  stats: {
    "bw.sendRate": "Banda de saída",
    "bw.recvRate": "Banda de entrada",
    "bw.combined": "Banda nos dois sentidos",
    "tunnel.participatingTunnels": "Túneis participantes",
    "router.activePeers": "Pares ativos",
    "router.fastPeers": "Pares rápidos",
    "router.highCapacityPeers": "Pares de alta capacidade",
    "netDb.knownPeers": "Pares conhecidos",
  },

  control: {
    life: "Início e parada",
    start: "Iniciar",
    timeLeft: "Tempo restante, no máximo",
    overtake: "Você também pode reiniciar ou parar agora.",
    cancelWait: { restart: "Cancelar o reinício", stop: "Cancelar o desligamento" },
    cannotCancel: {
      i2pd: "O i2pd só pode cancelar esta espera se o seu console web estava ligado na inicialização (http.enabled na página “Avançado”).",
      other: "Este roteador não pode cancelar a espera daqui.",
    },
    cancelled: "Cancelado. O roteador continua.",
    reseed: "Reseed",
    reseedMore: "Baixa uma lista nova de pares. Só é preciso quando o roteador conhece poucos.",
    reseedRuns: (known) => `Reseed em andamento… ${known} pares conhecidos até agora`,
    reseedDone: (known) => `O reseed terminou: ${known} pares conhecidos.`,
    updates: "Atualizações",
    updatesMore: (version) => `O roteador executa a versão ${version}.`,
    runs: (time) => `Em andamento há ${time}…`,
    found: "Há uma atualização disponível.",
    notFound: "O roteador está em dia.",
    noFeed: "As atualizações não estão configuradas.",
    sent: "Comando enviado.",
    noFeedHow: "Como configurar",
    noFeedMore:
      "Informe o endereço de uma fonte assinada e sua chave pública nas configurações do serviço (update.feed e update.public_key) e reinicie o serviço. No Debian, as atualizações do i2pd vêm com as do sistema.",
    now: "Agora…",
    cuts: "Corta todas as conexões",
  },

  actions: {
    FindUpdates: "Procurar atualizações",
    Update: "Instalar a atualização…",
    Reseed: "Iniciar um reseed",
    Restart: "Reiniciar agora…",
    RestartGraceful: "Reiniciar com calma…",
    Shutdown: "Desligar agora…",
    ShutdownGraceful: "Desligar com calma…",
  },
  asks: {
    Update: {
      title: "Instalar a atualização?",
      more: "Ela é baixada, sua assinatura é conferida e ela é instalada. A nova versão vale a partir da próxima reinicialização.",
    },
    Restart: { title: "Reiniciar o roteador agora?", more: "Todas as conexões terminam na hora." },
    RestartGraceful: {
      title: "Reiniciar quando os túneis terminarem?",
      more: "A partir de agora nenhum túnel novo é aceito. O roteador reinicia quando o último terminar, em cerca de dez minutos no máximo.",
    },
    Shutdown: {
      title: "Desligar o roteador agora?",
      more: "Todas as conexões terminam na hora. O roteador fica desligado até você iniciá-lo; este serviço continua.",
    },
    ShutdownGraceful: {
      title: "Desligar quando os túneis terminarem?",
      more: "A partir de agora nenhum túnel novo é aceito. O roteador para quando o último terminar, em cerca de dez minutos no máximo.",
    },
  },
  lifeHelp: {
    Restart: "Encerra todas as conexões e inicia de novo na hora.",
    RestartGraceful: "Antes deixa os túneis dos outros terminarem, dez minutos no máximo.",
    Shutdown: "Encerra todas as conexões e para na hora.",
    ShutdownGraceful: "Antes deixa os túneis dos outros terminarem e depois para.",
  },
  cutTunnels: (count, shown) =>
    many(count, {
      one: `${shown} túnel de trânsito será cortado.`,
      other: `${shown} túneis de trânsito serão cortados.`,
    }),
  waitTunnels: (count, shown) =>
    many(count, {
      one: `${shown} túnel de trânsito passa por este roteador.`,
      other: `${shown} túneis de trânsito passam por este roteador.`,
    }),

  network: {
    groups: { ntcp: "TCP (NTCP)", ssu: "UDP (SSU)", bw: "Largura de banda", other: "Outros" },
    fields: {
      "router.net.ntcp.port": { label: "Porta TCP", help: "" },
      "router.net.ntcp.hostname": {
        label: "Nome de host TCP",
        help: "O nome ou endereço pelo qual outros alcançam este roteador.",
      },
      "router.net.ntcp.autoip": { label: "Descobrir o endereço TCP automaticamente", help: "" },
      "router.net.ssu.port": { label: "Porta UDP", help: "" },
      "router.net.ssu.hostname": {
        label: "Nome de host UDP",
        help: "O nome ou endereço pelo qual outros alcançam este roteador.",
      },
      "router.net.ssu.autoip": { label: "De onde vem o endereço UDP", help: "" },
      "router.net.ssu.detectedip": {
        label: "Endereço UDP detectado",
        help: "Informado pelo roteador; não pode ser definido.",
      },
      "router.net.upnp": { label: "UPnP", help: "Abre automaticamente as portas em um roteador doméstico." },
      "router.net.bw.share": {
        label: "Parte para os outros, por cento",
        help: "Quanto da banda os túneis dos outros podem usar.",
      },
      "router.net.bw.in": { label: "Limite de entrada, KiB/s", help: "0 não deixa passar nada." },
      "router.net.bw.out": { label: "Limite de saída, KiB/s", help: "0 não deixa passar nada." },
      "router.net.laptopmode": {
        label: "Modo laptop",
        help: "Muda a identidade e a porta do roteador quando o endereço dele muda.",
      },
    },
    autoip: {
      always: "sempre, também atrás de um firewall",
      true: "quando puder ser alcançado",
      false: "nunca",
    },
    sources: {
      ssu: "outros roteadores",
      "local,ssu": "esta máquina, outros roteadores",
      "upnp,ssu": "UPnP, outros roteadores",
      "local,upnp,ssu": "esta máquina, UPnP, outros roteadores",
    },
    range: (least, most) => `De ${least} a ${most}`,
    atLeast: (least) => `${least} ou mais`,
    host: "Nome de host ou endereço IP; vazio para nenhum.",
    needsRestart: "exige reinicialização",
    unset: "não definido",
    save: (count) => many(count, { one: "Salvar a mudança", other: `Salvar ${count} mudanças` }),
    nothing: "Sem mudanças",
    discard: "Descartar",
    saved: "Salvo.",
    notSaved: "Nada foi salvo.",
    correct: "Corrija primeiro os campos marcados.",
    wantsRange: (least, most) => `Digite um número inteiro de ${least} a ${most}.`,
    wantsAtLeast: (least) => `Digite um número inteiro, ${least} ou mais.`,
  },

  explorer: {
    about: "A interface como ela mesma se descreve. Os pedidos usam a sua própria sessão.",
    method: "Método",
    extension: "extensão",
    parameters: "Parâmetros",
    noParameters: "Nenhum além do token, que é acrescentado.",
    include: (name) => `Enviar ${name}`,
    required: "obrigatório",
    badJson: "Isto não é JSON.",
    send: "Enviar",
    request: "Pedido",
    reply: "Resposta",
    took: (time) => `Respondido em ${time}`,
    hidden: "O token e as senhas não são mostrados.",
  },

  groups: {
    fleet: "Frota",
    router: "Roteador",
    access: "Acesso",
    insight: "Registros",
    developer: "Desenvolvimento",
  },

  confirms: {
    Update: "Instalar a atualização",
    Restart: "Reiniciar agora",
    RestartGraceful: "Reiniciar com calma",
    Shutdown: "Desligar agora",
    ShutdownGraceful: "Desligar com calma",
  },

  findings: {
    "sample.none": {
      says: "Ainda sem resposta",
      more: "O roteador ainda não respondeu. Aguarde um momento.",
    },
    "sample.old": {
      says: "Respostas lentas",
      more: "Os valores têm {age} segundos. Verifique a carga da máquina do roteador.",
    },
    "router.unreachable": {
      says: "O roteador não responde",
      more: "Nova tentativa a cada poucos segundos ({reason}). Verifique se o roteador funciona e é acessível.",
    },
    "router.stopped": { says: "O roteador está parado", more: "Fica desligado até você iniciá-lo." },
    "router.crashed": {
      says: "O roteador caiu",
      more: "Causa: {cause}. Ele é iniciado de novo automaticamente; o log diz mais.",
    },
    "router.crashloop": {
      says: "O roteador cai repetidamente",
      more: "{count} quedas em {minutes} minutos. Veja o log e desfaça a última mudança de configurações.",
    },
    "router.starting": { says: "Iniciando", more: "Leva alguns minutos até haver pares e túneis." },
    "router.stopping": { says: "Desligando", more: "O roteador está encerrando suas conexões." },
    "router.draining": {
      says: "Aguardando o fim dos túneis",
      more: "Nenhum túnel novo é aceito. Você ainda pode reiniciar ou parar agora.",
    },
    "peers.none": {
      says: "Nenhum par ativo",
      more: "Verifique a conexão com a Internet e o firewall. Se estiverem certos, baixe uma lista nova de pares.",
    },
    "peers.few": {
      says: "Poucos pares conhecidos",
      more: "O roteador conhece só {known} outros roteadores. Baixe uma lista nova de pares.",
    },
    "tunnels.failing": {
      says: "Túneis não se formam",
      more: "Só {percent} % dos túneis dão certo. Verifique o alcance e o relógio; após iniciar, isso melhora sozinho.",
    },
    "traffic.none": {
      says: "Sem tráfego",
      more: "Nada foi enviado nem recebido em {minutes} minutos. Verifique a conexão e os limites de banda.",
    },
    "traffic.full": {
      says: "No limite de banda",
      more: "O tráfego está no limite de {limit} KiB/s. Aumente-o se a sua linha tiver mais.",
    },
    "limit.in_zero": {
      says: "Nada pode entrar",
      more: "O limite de entrada é 0: significa nada, não ilimitado.",
    },
    "limit.out_zero": {
      says: "Nada pode sair",
      more: "O limite de saída é 0: significa nada, não ilimitado.",
    },
    "limit.share_zero": {
      says: "Nada é compartilhado",
      more: "O roteador não compartilha banda. Compartilhar ajuda a rede e esconde o seu tráfego.",
    },
    "settings.restart": {
      says: "Reinicie para aplicar as configurações",
      more: "As configurações salvas valem após reiniciar.",
    },
    "update.restart": {
      says: "A atualização está instalada",
      more: "Reinicie para usar a nova versão[, {version}].",
    },
    "update.available": {
      says: "Há uma atualização[: versão {version}]",
      more: "A nova versão vale após a próxima reinicialização.",
    },
    "password.factory": {
      says: "A senha de fábrica ainda vale",
      more: "Quem alcançar este serviço pode comandar o roteador. Escolha sua própria senha.",
    },
    "disk.low": {
      says: "O disco está quase cheio",
      more: "{freeMiB} MiB livres ({percent} %) onde o serviço guarda seus dados. Libere espaço.",
    },
    "certificate.expires": {
      says: "O certificado expira em breve",
      more: "Vale por mais {days} dias. Coloque um novo e recarregue o serviço.",
    },
    "budget.near": {
      says: "O orçamento de tráfego está quase esgotado",
      more: "{percent} % usados; o período termina em {ends}. A banda é reduzida aos poucos.",
    },
    "budget.used": {
      says: "O orçamento de tráfego acabou",
      more: "{percent} % usados; o período termina em {ends}.",
    },
    "budget.unable": {
      says: "O orçamento de tráfego é apenas contado",
      more: "Aqui não é possível baixar os limites: {why}",
    },
    "logins.failed": {
      says: "Muitos logins falhos",
      more: "{count} em {minutes} minutos. Se não foi você, veja de onde vieram.",
    },
  },

  health: {
    forward: (ports) =>
      `Encaminhe ${ports} para esta máquina no seu roteador doméstico e firewall, ou ative UPnP.`,
    stale: (age) => `Valores de ${age} atrás`,
    staleMore: "Não chegam valores novos. Reconectando automaticamente…",
    state: "Estado",
    reach: "Alcance",
    reachable: "Acessível de fora",
    reachableMore: "Outros roteadores podem se conectar ao seu.",
    reachUnknown: "Desconhecido",
    sharing: "Compartilhamento",
    sharingOf: (rate, limit) => `${rate} de ${limit}`,
    sharePercent: (share) => `${share} para outros`,
    today: "Hoje",
    month: "Este mês",
    allTime: "Desde sempre",
    inOut: (received, sent) => `${received} entrada, ${sent} saída`,
    estimated: "Estimado a partir da banda.",
    budget: (used, limit, ends) => `Orçamento: ${used} de ${limit}, até ${ends}`,
    lowered: "A banda está reduzida para caber no orçamento.",
    todo: "A fazer",
    open: (page) => `Abrir: ${page}`,
    and: "e",
    byDay: "Tráfego por dia e mês",
    period: "Período",
    resolved: (says) => `Resolvido: ${says}`,
  },

  eventTexts: {
    "service.started": "Serviço iniciado, versão {version}",
    "service.stopped": "Serviço parado",
    "service.interrupted":
      "O serviço havia terminado de forma inesperada: queda, interrupção ou falta de energia",
    "router.started": "Roteador iniciado",
    "router.stopped": "Roteador parado",
    "router.restarted": "Roteador reiniciado",
    "router.crashed": "Roteador caiu: {cause}",
    "router.unreachable": "O roteador não responde: {reason}",
    "router.answers": "O roteador responde de novo",
    "reachability.good": "Acessível de fora: {now} (antes: {was})",
    "reachability.bad": "Difícil de alcançar de fora: {now} (antes: {was})",
    "address.changed": "Endereço mudou de {was} para {now}",
    "settings.saved": "Configurações mudadas por {by}: {names}",
    "update.found": "Atualização disponível",
    "update.ready": "Atualização[ para {version}] instalada; vale após a próxima reinicialização",
    "update.installed": "Router atualizado de {was} para {now}",
    "update.failed": "A atualização falhou: {status}",
    "logins.failed": "{count} logins falhos em {minutes} minutos, o último de {address}",
    "disk.low": "Disco quase cheio: {freeMiB} MiB livres ({percent} %)",
    "disk.enough": "O disco tem espaço de novo: {freeMiB} MiB livres ({percent} %)",
    "certificate.expiring": "O certificado expira em {expires}",
    "certificate.renewed": "Certificado válido até {expires}",
    "budget.lowered": "Limites reduzidos para {limits}: {why}",
    "budget.restored": "Seus próprios limites voltaram: {limits}",
    "budget.left": "{names} mudou enquanto o orçamento o reduzia; fica assim até o próximo passo",
    "budget.unable": "O orçamento de tráfego não pode ser cumprido: {why}",
    "backup.made": "Cópia de segurança feita: {file}",
    "backup.failed": "Não foi possível fazer uma cópia de segurança: {reason}",
    "notify.failed": "As notificações por {channel} falham: {why}",
    "notify.works": "As notificações por {channel} voltaram a funcionar",
  },

  reasons,

  errors: {
    unreachable: "O roteador não pode ser alcançado.",
    timeout: "O roteador não respondeu a tempo.",
    login: "O roteador recusa a senha do serviço.",
    certificate: "O certificado do roteador não é confiável.",
    failed: "O roteador não conseguiu fazer isso.",
    notPossible: "Este roteador não pode fazer isso.",
    diskFull: "O disco está cheio.",
    invalidParams: "Um valor não foi aceito.",
    outOfScope: "Você não tem permissão para isso.",
    refused: "Pedidos demais. Tente de novo em instantes.",
    internal: "O serviço cometeu um erro.",
  },

  logs: {
    source: "Log",
    router: "Roteador",
    service: "Serviço",
    level: "A partir do nível",
    text: "Contém",
    follow: "Acompanhar",
    empty: "Nenhuma linha corresponde.",
    none: "Este log não está ao alcance.",
    missed: "Aqui faltam linhas.",
    about: "Segredos, endereços e nomes de usuários foram retirados.",
    kept: "As últimas 2.000 linhas desde o início do serviço. As anteriores estão no log do sistema: journalctl -u pilothouse.",
    save: "Salvar estas linhas",
  },

  palette: {
    open: "Buscar",
    title: "Abrir uma página ou agir",
    placeholder: "Digite uma página ou ação…",
    none: "Nada corresponde.",
    shortcuts: "Atalhos de teclado",
    showShortcuts: "Mostrar estes atalhos",
    followedBy: "depois",
    oldNames: "Aplicações web, Web applications, jsonrpc, I2PControl",
  },
};
