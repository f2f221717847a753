import type { ParamTexts } from "./param-texts.js";

export const params: ParamTexts = {
  Authenticate: {
    API: "Versão do protocolo; 1.",
    Password: "Senha do serviço.",
    User: "Em um hub: a conta à qual pertence a senha. Sem ela, vale a senha do hub. Em outros lugares não tem efeito.",
  },
  RouterInfo: {
    "svc.router.status": "Estado para pessoas, no idioma de quem chama.",
    "svc.router.status.own":
      "O que o próprio roteador diz do seu estado, no seu idioma; vazio enquanto não responde.",
    "svc.router.uptime": "Milissegundos desde o início do roteador.",
    "svc.router.version": "Versão completa do roteador.",
    "svc.router.net.status": "Código do estado da rede.",
    "svc.router.net.bw.inbound.1s": "Largura de banda de entrada agora, bytes por segundo.",
    "svc.router.net.bw.inbound.15s":
      "Largura de banda de entrada dos últimos 15 segundos, bytes por segundo.",
    "svc.router.net.bw.outbound.1s": "Largura de banda de saída agora, bytes por segundo.",
    "svc.router.net.bw.outbound.15s": "Largura de banda de saída dos últimos 15 segundos, bytes por segundo.",
    "svc.router.net.tunnels.participating": "Túneis de outros que passam por este roteador.",
    "svc.router.netdb.knownpeers": "Roteadores conhecidos, sem contar este.",
    "svc.router.netdb.activepeers": "Roteadores contatados há pouco.",
    "svc.router.netdb.fastpeers": "Roteadores classificados como rápidos.",
    "svc.router.netdb.highcapacitypeers": "Roteadores classificados como de alta capacidade.",
    "svc.router.netdb.isreseeding": "Se há um reseed em andamento.",
    "svc.router.net.tunnels.successrate": "Parte das construções de túneis bem-sucedidas, em porcentagem.",
    "svc.router.net.total.received.bytes": "Bytes recebidos desde o início do roteador.",
    "svc.router.net.total.sent.bytes": "Bytes enviados desde o início do roteador.",
    "svc.router.net.bw.transit.15s": "Tráfego de outros nos últimos 15 segundos, bytes por segundo.",
    "svc.router.net.transit.sent.bytes": "Bytes enviados para outros desde o início do roteador.",
    "svc.router.net.tunnels.inbound": "Túneis de entrada deste roteador.",
    "svc.router.net.tunnels.outbound": "Túneis de saída deste roteador.",
    "svc.router.net.tunnels.totalsuccessrate":
      "Parte das construções de túneis bem-sucedidas desde o início do roteador, em porcentagem.",
    "svc.router.net.tunnels.queue": "Pedidos de túneis em espera.",
    "svc.router.net.tunnels.tbmqueue": "Mensagens de construção de túneis em espera.",
    "svc.router.netdb.floodfills": "Roteadores floodfill conhecidos.",
    "svc.router.netdb.leasesets": "LeaseSets conhecidos.",
  },
  GetRate: {
    Stat: "Nome de uma estatística.",
    Period: "Período até agora, em milissegundos.",
  },
  RouterManager: {
    FindUpdates:
      "Procura uma atualização assinada: se há uma. “false” também se isso não é conhecido; um texto só para um feed que não é confiável.",
    Update: "Baixa, verifica e instala uma atualização assinada e responde o estado final.",
    Reseed: "Inicia um reseed.",
    Restart: "Reinicia o roteador imediatamente.",
    RestartGraceful: "Reinicia o roteador quando os túneis de trânsito expiram.",
    Shutdown: "Para o roteador imediatamente.",
    ShutdownGraceful: "Para o roteador quando os túneis de trânsito expiram.",
  },
  NetworkSetting: {
    "svc.router.net.ntcp.port": "Porta NTCP.",
    "svc.router.net.ntcp.hostname": "Nome de host NTCP.",
    "svc.router.net.ntcp.autoip": "Escolha automática do endereço NTCP.",
    "svc.router.net.ssu.port": "Porta SSU.",
    "svc.router.net.ssu.hostname": "Nome de host SSU externo.",
    "svc.router.net.ssu.autoip": "Fontes do endereço SSU.",
    "svc.router.net.ssu.detectedip": "Endereço SSU detectado.",
    "svc.router.net.upnp": "Se o UPnP é usado.",
    "svc.router.net.bw.share": "Porcentagem da largura de banda para túneis de trânsito.",
    "svc.router.net.bw.in": "Limite de entrada, KiB/s.",
    "svc.router.net.bw.out": "Limite de saída, KiB/s.",
    "svc.router.net.laptopmode": "Se o roteador esconde mudanças de endereço (modo laptop).",
  },
  AdvancedSettings: {
    setAll: "Substitui todas as configurações; o que falta é removido, também os segredos.",
    set: "Altera as configurações dadas e mantém as outras.",
    getAll: "Pede todas as configurações.",
    get: "Pede uma configuração.",
  },
  Echo: {
    Echo: "Qualquer valor.",
  },
  ServiceControl: {
    "svccontrol.password": "A nova senha: pelo menos 10 caracteres e que não seja comum.",
    "svccontrol.address": "Endereço de escuta.",
    "svccontrol.port": "Porta de escuta.",
  },
  "pilothouse.password": {
    password: "A nova senha: pelo menos 10 caracteres e que não seja comum.",
    current: "A senha atual; se estiver errada, nada muda.",
    keepTokens: "Se os tokens de programas continuam válidos. As sessões são sempre revogadas.",
  },
  "fleet.password": {
    password: "A nova senha: pelo menos 10 caracteres e que não seja comum.",
    current: "A senha anterior.",
  },
  ClientServicesInfo: {
    I2PTunnel: "Pede os túneis de tunnels.conf.",
    HTTPProxy: "Pede o proxy HTTP.",
    SOCKS: "Pede o proxy SOCKS.",
    SAM: "Pede a ponte SAM.",
    BOB: "Pede a ponte BOB.",
    I2CP: "Pede o servidor I2CP.",
  },
  "pilothouse.notify": {
    test: "O canal para uma mensagem de teste: webhook, ntfy ou email.",
  },
  "pilothouse.join": {
    token: "O token do convite, `ph1_…`.",
    name: "Nome do nó na frota: de 1 a 63 caracteres entre a-z, 0-9, ponto e hífen. Padrão: o nome da máquina, com um número se outro nó o tiver.",
  },
  "pilothouse.logout": {
    after:
      "Segundos até o fim; se o token for usado nesse tempo, a sessão continua: para uma página fechada ou recarregada. As chamadas dos primeiros cinco segundos não contam: a página pode tê-las enviado antes.",
  },
  "pilothouse.webapps": {
    name: "A aplicação a ligar ou desligar.",
    running: "Executá-la agora ou pará-la.",
    autostart: "Se inicia com o serviço.",
  },
  "pilothouse.sessions": {
    revoke: "Id da sessão a encerrar.",
    revokeOthers: "Se todas as outras sessões são encerradas.",
    rename: "Id da sessão que recebe o nome em `name`.",
    name: "Seu novo nome.",
  },
  "pilothouse.tokens": {
    revoke: "Nome do token a revogar.",
  },
  "pilothouse.createToken": {
    name: "Seu nome na lista e na auditoria.",
    scope: "O que ele permite.",
    lifetime: "Milissegundos até expirar; padrão: 90 dias.",
  },
  "pilothouse.history": {
    from: "Início, em milissegundos desde a época.",
    to: "Fim, em milissegundos desde a época.",
    points: "Máximo de valores por série; 500.",
  },
  "pilothouse.audit": {
    before: "Só entradas anteriores à deste id.",
    limit: "Quantos no máximo; 100.",
  },
  "pilothouse.events": {
    limit: "Quantos no máximo; 100.",
    kinds: "Só eventos destes tipos.",
    severity: "Só eventos desta gravidade ou maior.",
    from: "Só eventos a partir deste momento, em milissegundos desde a época.",
    to: "Só eventos antes deste momento.",
    before: "Só eventos anteriores ao deste id.",
    after: "Só eventos posteriores ao deste id; o mais antigo primeiro.",
  },
  "pilothouse.changes": {
    limit: "Quantos no máximo; 100.",
    part: "Só mudanças feitas por NetworkSetting ou por AdvancedSettings.",
    before: "Só mudanças anteriores à deste id.",
    from: "Compara: o estado logo após a mudança com este id (0: antes da primeira guardada)…",
    to: "…com o estado logo após esta; sem ela, com a mais recente.",
    undo: "Desfaz a mudança com este id e nenhuma outra: repõe os valores antigos.",
    goTo: "Volta ao estado logo após a mudança com este id (0: antes da primeira guardada): desfaz todas as posteriores de `part`, que deve ser dado.",
    preview: "Com `undo` ou `goTo`: não muda nada e diz o que mudaria.",
    plan: "Com `undo` ou `goTo`: o `plan` de uma prévia. Faz o que ela mostrou, também onde um valor mudou depois, como ela disse. O que ela não mostrou assim é um erro que nomeia a configuração, e nada muda.",
    force:
      "Com `undo` ou `goTo`: também onde um valor mudou depois, quer uma prévia o tenha mostrado ou não. Sem isso e sem `plan` é um erro que nomeia a configuração, e nada muda.",
  },
  "pilothouse.settings": {
    set: 'Valores por nome, como no arquivo, por exemplo `{"budget.monthly":"500GB"}`; null remove um. `notify.webhook_key`, `notify.ntfy_token` e `notify.email_password` recebem os próprios segredos; um segredo é removido quando o endereço a que pertence muda e ele não é dado de novo.',
  },
  "pilothouse.apply": {
    checksum: "Com a qual as configurações são conhecidas.",
    network: "Configurações de rede com seus nomes aqui, por exemplo `router.net.bw.in`.",
    advanced: "Configurações com os nomes que o roteador lhes dá.",
    restart: "Como o roteador é reiniciado se as configurações exigirem; padrão: suave.",
    drain:
      "Milissegundos que um reinício suave pode esperar até os túneis de outros expirarem; padrão: onze minutos.",
    deadline: "Milissegundos que o roteador pode levar após iniciar até estar saudável; padrão: dez minutos.",
  },
  "pilothouse.logs": {
    source: "De quem é o log.",
    level: "Só linhas deste nível ou mais importante. Uma linha sem nível pertence à anterior.",
    text: "Só linhas que contêm isto, em maiúsculas ou minúsculas.",
    after: "Só o que veio depois de uma resposta anterior: seu `next`.",
    limit: "Quantas linhas no máximo, as últimas; 200.",
  },
  "pilothouse.backup": {
    passphrase: "Cifra-a com esta frase secreta.",
  },
  "fleet.queue": {
    node: "Nome ou id do nó; sem `method`, só suas chamadas são listadas.",
    method:
      "O método a chamar lá. Deve mudar algo e não exigir mais que o escopo `settings`: o que contém segredos não espera aqui.",
    params: "Seus parâmetros, sem token.",
    lifetime: "Milissegundos de espera; padrão: um dia.",
    cancel: "Id da chamada a cancelar.",
  },
  "fleet.rollout": {
    kind: "O que é feito em cada nó.",
    filter: "Só nós cujo nome contém isto.",
    labels: "Só nós com estes rótulos.",
    nodes: "Só estes nós, por nome ou id.",
    template: "Com `apply`: o texto de um fleet.toml. Ele se torna o modelo da frota.",
    maxParallel: "Máximo de nós em andamento ao mesmo tempo; padrão: 1.",
    canary: "Este número de nós vai primeiro e deve estar saudável antes dos outros; padrão: 1.",
    failureBudget: "Este número de nós pode falhar; mais um para a implantação; padrão: 0.",
    healthyDeadline:
      "Milissegundos do início do roteador até o nó precisar estar saudável; padrão: dez minutos.",
    minHealthy:
      "Milissegundos que deve continuar saudável antes de contar como pronto; padrão: cinco segundos.",
    tunnelShare: "Porcentagem dos túneis de trânsito anteriores que deve ter de novo; padrão: 50.",
    lineExpiry: "Milissegundos de espera por nós offline; padrão: uma hora.",
    graceful: "Se os túneis de outros podem expirar antes de um reinício; padrão: true.",
    drainLimit:
      "Por quantos milissegundos; depois reinicia imediatamente. Padrão: onze minutos, até lá todos expiraram.",
  },
  "fleet.template": {
    filter: "Só nós cujo nome contém isto.",
    labels: "Só nós com estes rótulos.",
    text: "O texto de um fleet.toml com o qual comparar os nós.",
    after: "Só nós depois deste nome: o `next` da página anterior.",
    limit: "Nós por página; 200.",
  },
  "fleet.drift": {
    filter: "Só nós cujo nome contém isto.",
    labels: "Só nós com estes rótulos.",
    after: "Só nós depois deste nome: o `next` da página anterior.",
    limit: "Nós por página; 200.",
  },
  "fleet.import": {
    filter: "Só nós cujo nome contém isto.",
    labels: "Só nós com estes rótulos.",
    advanced: "Se também se querem as configurações com os nomes do roteador; false.",
  },
  "fleet.rollouts": {
    id: "A implantação.",
    pause: "Não inicia mais nós até ser retomada.",
    resume: "Retoma uma pausada.",
    end: "Não inicia mais nós; os que estão em andamento terminam.",
    outcome: "Só nós com este resultado.",
    after: "Só nós depois desta posição: o `next` da página anterior.",
    limit: "Nós por página; 100.",
  },
  "fleet.nodes": {
    after: "Só nós depois deste nome: o `next` da página anterior.",
    filter: "Parte do nome.",
    labels: "Rótulos que o nó deve ter, com estes valores.",
    state: "Estado em que o nó deve estar.",
    columns: "As colunas desejadas; padrão: todas.",
    limit: "Nós por página; 1000.",
  },
  "fleet.node": {
    node: "Nome ou id do nó.",
  },
  "fleet.label": {
    node: "Nome ou id do nó.",
    labels: "Novos valores por chave; null remove um rótulo.",
  },
  "fleet.rename": {
    node: "Nome ou id do nó.",
    name: "Seu novo nome; nenhum outro nó pode tê-lo.",
  },
  "fleet.keep": {
    node: "Nome ou id do nó.",
    instance:
      "A instância que fica, como `fleet.node` a lista e `pilothouse.membership` a nomeia lá; pode faltar se só uma trabalha.",
  },
  "fleet.adopt": {
    node: "Impressão digital ou identificador do nó.",
    name: "O seu nome. Por omissão: como se chama a si próprio, com um número se outro nó tiver esse nome.",
    labels: "As suas etiquetas, que os nós não conhecem.",
  },
  "fleet.remove": {
    node: "Nome ou id do nó.",
  },
  "fleet.invite": {
    labels: "Rótulos dos nós que entram com ele.",
    uses: "Quantos nós podem entrar com ele; 1.",
    lifetime: "Milissegundos até expirar; padrão: uma hora.",
    wait: "Se os nós que entram esperam ser aceitos, para imagens preparadas antes.",
    replaces:
      "O nó cujo nome e rótulos o novo assume, após uma reinstalação; sua chave antiga é recusada a partir daí.",
  },
  "fleet.invitations": {
    revoke: "Id do convite a revogar.",
  },
  "fleet.waiting": {
    accept: "Impressão digital, id ou nome do nó a aceitar.",
    refuse: "Impressão digital, id ou nome do nó a recusar.",
  },
  "fleet.operators": {
    name: "A conta a criar ou alterar.",
    password: "Sua senha: pelo menos 10 caracteres e que não seja comum; necessária para uma conta nova.",
    role: "O que ela permite; necessário para uma conta nova.",
    labels: "Só vê e gerencia nós com estes rótulos; nenhum significa todos.",
    remove: "Se a conta é removida.",
  },
};
