import type { ParamTexts } from "./param-texts.js";

export const params: ParamTexts = {
  Authenticate: {
    API: "Version du protocole ; 1.",
    Password: "Mot de passe du service.",
    User: "Sur un hub : le compte auquel appartient le mot de passe. Sans lui, c’est le mot de passe du hub. Ailleurs, sans effet.",
  },
  RouterInfo: {
    "svc.router.status": "État lisible, dans la langue de l’appelant.",
    "svc.router.status.own":
      "Ce que le routeur dit lui-même de son état, dans sa langue ; vide tant qu’il ne répond pas.",
    "svc.router.uptime": "Millisecondes depuis le démarrage du routeur.",
    "svc.router.version": "Version complète du routeur.",
    "svc.router.net.status": "Code d’état du réseau.",
    "svc.router.net.bw.inbound.1s": "Débit entrant actuel, octets par seconde.",
    "svc.router.net.bw.inbound.15s": "Débit entrant des 15 dernières secondes, octets par seconde.",
    "svc.router.net.bw.outbound.1s": "Débit sortant actuel, octets par seconde.",
    "svc.router.net.bw.outbound.15s": "Débit sortant des 15 dernières secondes, octets par seconde.",
    "svc.router.net.tunnels.participating": "Tunnels d’autrui qui passent par ce routeur.",
    "svc.router.netdb.knownpeers": "Routeurs connus, sans celui-ci.",
    "svc.router.netdb.activepeers": "Routeurs contactés récemment.",
    "svc.router.netdb.fastpeers": "Routeurs classés comme rapides.",
    "svc.router.netdb.highcapacitypeers": "Routeurs classés à haute capacité.",
    "svc.router.netdb.isreseeding": "Si un reseed est en cours.",
    "svc.router.net.tunnels.successrate": "Part des constructions de tunnels réussies, en pour cent.",
    "svc.router.net.total.received.bytes": "Octets reçus depuis le démarrage du routeur.",
    "svc.router.net.total.sent.bytes": "Octets envoyés depuis le démarrage du routeur.",
    "svc.router.net.bw.transit.15s": "Trafic d’autrui des 15 dernières secondes, octets par seconde.",
    "svc.router.net.transit.sent.bytes": "Octets envoyés pour autrui depuis le démarrage du routeur.",
    "svc.router.net.tunnels.inbound": "Tunnels entrants de ce routeur.",
    "svc.router.net.tunnels.outbound": "Tunnels sortants de ce routeur.",
    "svc.router.net.tunnels.totalsuccessrate":
      "Part des constructions de tunnels réussies depuis le démarrage du routeur, en pour cent.",
    "svc.router.net.tunnels.queue": "Demandes de tunnels en attente.",
    "svc.router.net.tunnels.tbmqueue": "Messages de construction de tunnels en attente.",
    "svc.router.netdb.floodfills": "Routeurs floodfill connus.",
    "svc.router.netdb.leasesets": "LeaseSets connus.",
  },
  GetRate: {
    Stat: "Nom d’une statistique.",
    Period: "Période jusqu’à maintenant, en millisecondes.",
  },
  RouterManager: {
    FindUpdates:
      "Cherche une mise à jour signée : s’il y en a une. « false » aussi si ce n’est pas connu ; un texte seulement pour un flux qui n’est pas fiable.",
    Update: "Télécharge, vérifie et installe une mise à jour signée, puis répond l’état final.",
    Reseed: "Lance un reseed.",
    Restart: "Redémarre le routeur immédiatement.",
    RestartGraceful: "Redémarre le routeur après l’expiration des tunnels de transit.",
    Shutdown: "Arrête le routeur immédiatement.",
    ShutdownGraceful: "Arrête le routeur après l’expiration des tunnels de transit.",
  },
  NetworkSetting: {
    "svc.router.net.ntcp.port": "Port NTCP.",
    "svc.router.net.ntcp.hostname": "Nom d’hôte NTCP.",
    "svc.router.net.ntcp.autoip": "Choix automatique de l’adresse NTCP.",
    "svc.router.net.ssu.port": "Port SSU.",
    "svc.router.net.ssu.hostname": "Nom d’hôte SSU externe.",
    "svc.router.net.ssu.autoip": "Sources de l’adresse SSU.",
    "svc.router.net.ssu.detectedip": "Adresse SSU détectée.",
    "svc.router.net.upnp": "Si UPnP est utilisé.",
    "svc.router.net.bw.share": "Pourcentage du débit pour les tunnels de transit.",
    "svc.router.net.bw.in": "Limite du débit entrant, Kio/s.",
    "svc.router.net.bw.out": "Limite du débit sortant, Kio/s.",
    "svc.router.net.laptopmode": "Si le routeur cache les changements d’adresse (mode portable).",
  },
  AdvancedSettings: {
    setAll: "Remplace tous les réglages ; ce qui manque est supprimé, les secrets aussi.",
    set: "Modifie les réglages donnés et garde les autres.",
    getAll: "Demande tous les réglages.",
    get: "Demande un réglage.",
  },
  Echo: {
    Echo: "N’importe quelle valeur.",
  },
  ServiceControl: {
    "svccontrol.password":
      "Le nouveau mot de passe : au moins 10 caractères, et pas un mot de passe courant.",
    "svccontrol.address": "Adresse d’écoute.",
    "svccontrol.port": "Port d’écoute.",
  },
  "pilothouse.password": {
    password: "Le nouveau mot de passe : au moins 10 caractères, et pas un mot de passe courant.",
    current: "Le mot de passe actuel ; s’il est faux, rien ne change.",
    keepTokens: "Si les jetons de programmes restent valides. Les sessions sont toujours révoquées.",
  },
  "fleet.password": {
    password: "Le nouveau mot de passe : au moins 10 caractères, et pas un mot de passe courant.",
    current: "L’ancien mot de passe.",
  },
  ClientServicesInfo: {
    I2PTunnel: "Demande les tunnels de tunnels.conf.",
    HTTPProxy: "Demande le proxy HTTP.",
    SOCKS: "Demande le proxy SOCKS.",
    SAM: "Demande le pont SAM.",
    BOB: "Demande le pont BOB.",
    I2CP: "Demande le serveur I2CP.",
  },
  "pilothouse.notify": {
    test: "Le canal d’un message d’essai : webhook, ntfy ou email.",
  },
  "pilothouse.join": {
    token: "Le jeton de l’invitation, `ph1_…`.",
    name: "Nom du nœud dans la flotte : 1 à 63 caractères parmi a-z, 0-9, point et tiret. Par défaut : le nom de la machine, avec un numéro si un autre nœud le porte.",
  },
  "pilothouse.logout": {
    after:
      "Secondes avant la fin ; si le jeton sert entre-temps, la session reste : pour une page fermée ou rechargée. Les appels des cinq premières secondes ne comptent pas : la page a pu les envoyer avant.",
  },
  "pilothouse.webapps": {
    name: "L’application à activer ou arrêter.",
    running: "L’exécuter maintenant, ou l’arrêter.",
    autostart: "Si elle démarre avec le service.",
  },
  "pilothouse.sessions": {
    revoke: "Identifiant de la session à terminer.",
    revokeOthers: "S’il faut terminer toutes les autres sessions.",
    rename: "Identifiant de la session qui reçoit le nom dans `name`.",
    name: "Son nouveau nom.",
  },
  "pilothouse.tokens": {
    revoke: "Nom du jeton à révoquer.",
  },
  "pilothouse.createToken": {
    name: "Son nom dans la liste et dans le journal d’audit.",
    scope: "Ce qu’il permet.",
    lifetime: "Millisecondes avant l’expiration ; par défaut : 90 jours.",
  },
  "pilothouse.history": {
    from: "Début, en millisecondes depuis l’époque.",
    to: "Fin, en millisecondes depuis l’époque.",
    points: "Nombre maximal de valeurs par série ; 500.",
  },
  "pilothouse.audit": {
    before: "Seulement les entrées plus anciennes que celle de cet identifiant.",
    limit: "Combien au plus ; 100.",
  },
  "pilothouse.events": {
    limit: "Combien au plus ; 100.",
    kinds: "Seulement les événements de ces types.",
    severity: "Seulement les événements de cette gravité ou plus.",
    from: "Seulement les événements à partir de cet instant, en millisecondes depuis l’époque.",
    to: "Seulement les événements avant cet instant.",
    before: "Seulement les événements plus anciens que celui de cet identifiant.",
    after: "Seulement les événements plus récents que celui de cet identifiant ; le plus ancien d’abord.",
  },
  "pilothouse.changes": {
    limit: "Combien au plus ; 100.",
    part: "Seulement les changements faits par NetworkSetting, ou par AdvancedSettings.",
    before: "Seulement les changements plus anciens que celui de cet identifiant.",
    from: "Compare : l’état juste après le changement de cet identifiant (0 : avant le premier conservé)…",
    to: "… avec l’état juste après celui-ci ; sans lui, avec le plus récent.",
    undo: "Annule le changement de cet identifiant, et aucun autre : remet ses anciennes valeurs.",
    goTo: "Revient à l’état juste après le changement de cet identifiant (0 : avant le premier conservé) : annule tous les suivants de `part`, qui doit être donné.",
    preview: "Avec `undo` ou `goTo` : ne change rien, et dit ce qui changerait.",
    plan: "Avec `undo` ou `goTo` : le `plan` d’un aperçu. Fait ce qu’il a montré, même là où une valeur a changé depuis, comme il le disait. Ce qu’il n’a pas montré ainsi est une erreur qui nomme le réglage, et rien n’est changé.",
    force:
      "Avec `undo` ou `goTo` : même là où une valeur a changé depuis, qu’un aperçu l’ait montré ou non. Sans cela et sans `plan`, c’est une erreur qui nomme le réglage, et rien n’est changé.",
  },
  "pilothouse.settings": {
    set: 'Valeurs par nom, comme dans le fichier, par exemple `{"budget.monthly":"500GB"}` ; null en retire une. `notify.webhook_key`, `notify.ntfy_token` et `notify.email_password` prennent les secrets eux-mêmes ; un secret est supprimé quand l’adresse à laquelle il appartient change et qu’il n’est pas donné de nouveau.',
  },
  "pilothouse.apply": {
    checksum: "Sous laquelle ces réglages sont connus.",
    network: "Réglages réseau sous leurs noms ici, par exemple `router.net.bw.in`.",
    advanced: "Réglages sous les noms que le routeur leur donne.",
    restart: "Comment redémarrer le routeur si les réglages l’exigent ; par défaut : en douceur.",
    drain:
      "Millisecondes qu’un redémarrage en douceur peut attendre que les tunnels des autres expirent ; par défaut : onze minutes.",
    deadline:
      "Millisecondes laissées au routeur après son démarrage pour être sain ; par défaut : dix minutes.",
  },
  "pilothouse.logs": {
    source: "Le journal de qui.",
    level:
      "Seulement les lignes de ce niveau ou plus important. Une ligne sans niveau appartient à la précédente.",
    text: "Seulement les lignes qui contiennent ceci, majuscules ou minuscules.",
    after: "Seulement ce qui est venu après une réponse précédente : son `next`.",
    limit: "Combien de lignes au plus, les dernières ; 200.",
  },
  "pilothouse.backup": {
    passphrase: "La chiffre avec cette phrase secrète.",
  },
  "fleet.queue": {
    node: "Nom ou identifiant du nœud ; sans `method`, seuls ses appels sont listés.",
    method:
      "La méthode à y appeler. Elle doit changer quelque chose et ne demander que la portée `settings` : ce qui contient des secrets n’attend pas ici.",
    params: "Ses paramètres, sans jeton.",
    lifetime: "Millisecondes d’attente ; par défaut : un jour.",
    cancel: "Identifiant de l’appel à annuler.",
  },
  "fleet.rollout": {
    kind: "Ce qui est fait sur chaque nœud.",
    filter: "Seulement les nœuds dont le nom contient ceci.",
    labels: "Seulement les nœuds avec ces étiquettes.",
    nodes: "Seulement ces nœuds, par nom ou identifiant.",
    template: "Avec `apply` : le texte d’un fleet.toml. Il devient le modèle de la flotte.",
    maxParallel: "Nombre maximal de nœuds en cours à la fois ; par défaut : 1.",
    canary: "Ce nombre de nœuds passe d’abord et doit être sain avant les autres ; par défaut : 1.",
    failureBudget: "Ce nombre de nœuds peut échouer ; un de plus arrête le déploiement ; par défaut : 0.",
    healthyDeadline:
      "Millisecondes entre le démarrage du routeur et le moment où le nœud doit être sain ; par défaut : dix minutes.",
    minHealthy:
      "Millisecondes pendant lesquelles il doit rester sain avant d’être compté comme fini ; par défaut : cinq secondes.",
    tunnelShare: "Pourcentage des tunnels de transit d’avant qu’il doit retrouver ; par défaut : 50.",
    lineExpiry: "Millisecondes d’attente des nœuds hors ligne ; par défaut : une heure.",
    graceful: "Si les tunnels d’autrui peuvent expirer avant un redémarrage ; par défaut : true.",
    drainLimit:
      "Pendant combien de millisecondes ; ensuite, redémarrage immédiat. Par défaut : onze minutes, tous ont alors expiré.",
  },
  "fleet.template": {
    filter: "Seulement les nœuds dont le nom contient ceci.",
    labels: "Seulement les nœuds avec ces étiquettes.",
    text: "Le texte d’un fleet.toml auquel comparer les nœuds.",
    after: "Seulement les nœuds après ce nom : le `next` de la page précédente.",
    limit: "Nœuds par page ; 200.",
  },
  "fleet.drift": {
    filter: "Seulement les nœuds dont le nom contient ceci.",
    labels: "Seulement les nœuds avec ces étiquettes.",
    after: "Seulement les nœuds après ce nom : le `next` de la page précédente.",
    limit: "Nœuds par page ; 200.",
  },
  "fleet.import": {
    filter: "Seulement les nœuds dont le nom contient ceci.",
    labels: "Seulement les nœuds avec ces étiquettes.",
    advanced: "Si les réglages sous les noms du routeur sont aussi voulus ; false.",
  },
  "fleet.rollouts": {
    id: "Le déploiement.",
    pause: "N’entame plus de nœuds avant la reprise.",
    resume: "Reprend un déploiement suspendu.",
    end: "N’entame plus de nœuds ; ceux en cours vont à leur terme.",
    outcome: "Seulement les nœuds avec ce résultat.",
    after: "Seulement les nœuds après cette position : le `next` de la page précédente.",
    limit: "Nœuds par page ; 100.",
  },
  "fleet.nodes": {
    after: "Seulement les nœuds après ce nom : le `next` de la page précédente.",
    filter: "Partie du nom.",
    labels: "Étiquettes et valeurs que le nœud doit avoir.",
    state: "État dans lequel le nœud doit être.",
    columns: "Les colonnes voulues ; par défaut : toutes.",
    limit: "Nœuds par page ; 1000.",
  },
  "fleet.node": {
    node: "Nom ou identifiant du nœud.",
  },
  "fleet.label": {
    node: "Nom ou identifiant du nœud.",
    labels: "Nouvelles valeurs par clé ; null retire une étiquette.",
  },
  "fleet.rename": {
    node: "Nom ou identifiant du nœud.",
    name: "Son nouveau nom ; aucun autre nœud ne doit le porter.",
  },
  "fleet.keep": {
    node: "Nom ou identifiant du nœud.",
    instance:
      "L’instance qui reste, comme `fleet.node` la liste et `pilothouse.membership` la nomme là-bas ; peut manquer si une seule est au travail.",
  },
  "fleet.adopt": {
    node: "Empreinte ou identifiant du nœud.",
    name: "Son nom. Par défaut : celui qu’il se donne, avec un numéro si un autre nœud le porte.",
    labels: "Ses étiquettes, que les nœuds ne connaissent pas.",
  },
  "fleet.remove": {
    node: "Nom ou identifiant du nœud.",
  },
  "fleet.invite": {
    labels: "Étiquettes des nœuds qui rejoignent avec elle.",
    uses: "Combien de nœuds peuvent rejoindre avec elle ; 1.",
    lifetime: "Millisecondes avant l’expiration ; par défaut : une heure.",
    wait: "Si les nœuds qui rejoignent attendent d’être acceptés, pour des images préparées à l’avance.",
    replaces:
      "Le nœud dont le nouveau reprend le nom et les étiquettes, après une réinstallation ; son ancienne clé est dès lors refusée.",
  },
  "fleet.invitations": {
    revoke: "Identifiant de l’invitation à révoquer.",
  },
  "fleet.waiting": {
    accept: "Empreinte, identifiant ou nom du nœud à accepter.",
    refuse: "Empreinte, identifiant ou nom du nœud à refuser.",
  },
  "fleet.operators": {
    name: "Le compte à créer ou modifier.",
    password:
      "Son mot de passe : au moins 10 caractères, et pas un mot de passe courant ; requis pour un nouveau compte.",
    role: "Ce qu’il permet ; requis pour un nouveau compte.",
    labels: "Il ne voit et ne gère que les nœuds avec ces étiquettes ; aucune signifie tous.",
    remove: "S’il faut supprimer le compte.",
  },
};
