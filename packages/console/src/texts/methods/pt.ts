import type { MethodTexts } from "./method-texts.js";

export const methods: MethodTexts = {
  Authenticate: "Troca a senha por um token.",
  RouterInfo: "Devolve o que se pergunta do roteador; chaves desconhecidas são omitidas.",
  GetRate: "A média de uma estatística no último Period, ou no que houver.",
  RouterManager: "Manda o roteador fazer algo.",
  NetworkSetting: "Lê (null) e grava (texto) configurações de rede; tudo de um pedido é salvo, ou nada.",
  AdvancedSettings: "Toda a configuração do roteador. Ordem: setAll, set, getAll, get.",
  Echo: "Responde o que recebe.",
  ServiceControl: "Administra o próprio serviço. Uma senha nova revoga todos os tokens.",
  ClientServicesInfo:
    "Os serviços cliente do roteador que foram pedidos. Na forma do i2pd; o que o roteador não descreve conta como desligado.",
  "rpc.discover": "Descreve esta interface como documento OpenRPC.",
  "pilothouse.notify":
    "Os canais de notificação, como estão e o que é notificado; com `test`, envia um teste.",
  "pilothouse.settings":
    "Lista as configurações do serviço que podem mudar em funcionamento: notificações e orçamento de tráfego. Com `set`, muda algumas, todas ou nenhuma. O que está no arquivo, no ambiente ou em uma opção vale e não muda aqui.",
  "pilothouse.health": "Se está tudo bem com o roteador e o serviço; se não, por quê e o que fazer.",
  "pilothouse.traffic":
    "Bytes que o roteador recebeu e enviou, por dia e mês, ao longo dos reinícios; e o orçamento de tráfego.",
  "pilothouse.join": "Entra em uma frota com o token de um convite. Pode ser repetido após uma falha.",
  "pilothouse.leave": "Sai da frota. Funciona sem o hub, que é avisado se puder ser alcançado.",
  "pilothouse.membership": "A frota a que este nó pertence.",
  "pilothouse.logout": "Revoga o token com que é chamado.",
  "pilothouse.webapps": "Lista as aplicações web do ponto HTTP; com um nome, liga ou desliga uma.",
  "pilothouse.status": "Como estão o serviço e seu roteador, além de RouterInfo.",
  "pilothouse.cancel":
    "Cancela um reinício ou desligamento com calma que espera o fim dos túneis: o roteador continua. Recusado se o roteador não puder fazer isso.",
  "pilothouse.sessions":
    "Lista as sessões abertas, e as encerra ou renomeia. Tokens de programas não estão entre elas.",
  "pilothouse.tokens": "Lista os tokens de programas; com um nome, revoga um.",
  "pilothouse.createToken": "Cria um token para um programa. Só é mostrado aqui.",
  "pilothouse.password": "Muda a senha, como ServiceControl, com mais opções.",
  "pilothouse.setup": "O que fazer antes de poder usar o serviço a partir do endereço de quem chama.",
  "pilothouse.history": "Estatísticas de um período, com o detalhe guardado e pedido.",
  "pilothouse.audit": "Quem mudou o quê e quando; o mais novo primeiro.",
  "pilothouse.apply":
    "Aplica as configurações de um modelo, todas ou nenhuma, reinicia o roteador se preciso e repõe as antigas se ele não voltar saudável. Sem parâmetros: o que foi das últimas.",
  "pilothouse.events":
    "A linha do tempo do roteador e do serviço. Para acompanhar, pergunte de novo com `after`: quase não custa nada.",
  "pilothouse.changes":
    "Cada mudança das configurações do roteador: lista, compara dois pontos e volta atrás. Valores secretos nunca são mostrados, e repô-los exige o escopo `all`.",
  "pilothouse.logs":
    "Linhas do log do roteador ou do serviço, sem segredos, endereços nem nomes de usuário. Para acompanhar, pergunte de novo com `after`.",
  "pilothouse.backup":
    "Faz um backup no diretório de dados do serviço, para `pilothouse backup`. Só pelo socket do operador.",
  "fleet.queue":
    "Lista chamadas que esperam seus nós e o que foi das da última semana. Com `method`, adiciona uma; com `cancel`, encerra uma que espera.",
  "fleet.rollout": "Reinicia ou atualiza nós, ou aplica configurações, alguns por vez.",
  "fleet.rollouts":
    "Lista as implantações, as mais novas primeiro; com um id, uma delas e seus nós. Pausa, retoma e encerra uma.",
  "fleet.template": "O modelo da frota; com um texto, o que ele mudaria nó a nó. Não grava nada.",
  "fleet.drift": "Os nós que não estão como o modelo da frota quer, segundo eles mesmos.",
  "fleet.import": "O que os nós têm agora, como fleet.toml: rótulos e configurações, sem segredos.",
  "fleet.nodes": "Os nós da frota que servem, por nome, em colunas e páginas.",
  "fleet.node": "Tudo o que se sabe de um nó.",
  "fleet.summary": "A frota em números.",
  "fleet.label": "Muda rótulos de um nó; os não citados ficam.",
  "fleet.rename": "Dá outro nome a um nó.",
  "fleet.adopt":
    "Cria um registo para um nó desconhecido: tem uma chave da frota e este hub perdeu o seu registo.",
  "fleet.keep":
    "Decide qual de duas máquinas com a chave de um nó continua a ser esse nó. A outra é uma cópia e tem de entrar de novo.",
  "fleet.remove": "Remove um nó da frota e revoga sua chave. Ele segue como serviço próprio.",
  "fleet.invite": "Cria um convite. Seu token só é mostrado aqui.",
  "fleet.invitations": "Lista os convites; com um id, revoga um.",
  "fleet.waiting": "Lista os nós que esperam ser aceitos; aceita ou recusa um.",
  "fleet.operators": "Lista as contas do hub; com um nome, cria, muda ou remove uma.",
  "fleet.password": "Muda a senha da própria conta e encerra suas sessões.",
};
