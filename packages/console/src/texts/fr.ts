import type { Texts } from "./en.js";
import { plural } from "./plural.js";
import { reasons } from "./reasons/fr.js";

const many = plural("fr");

export const fr: Texts = {
  units: {
    bytes: ["o", "Kio", "Mio", "Gio", "Tio"],
    perSecond: (unit) => `${unit}/s`,
    span: { minute: "min", hour: "h", day: "j", year: "an" },
  },

  shell: {
    skip: "Aller au contenu",
    menu: "Menu",
    pages: "Pages",
    language: "Langue",
    theme: "Thème",
    themes: { auto: "Thème du système", light: "Thème clair", dark: "Thème sombre" },
    signOut: "Se déconnecter",
    service: (version) => `Service ${version}`,
    notLoaded: "Le chargement a échoué : le service ne répond pas ou a été mis à jour.",
    draft: "Modifications non enregistrées",
    signOutTitle: "Se déconnecter et perdre les modifications ?",
    unsaved: "Des modifications ne sont pas enregistrées sur ces pages :",
    stay: "Rester connecté",
    signOutYes: "Se déconnecter et les abandonner",
  },

  pages: {
    fleet: "Flotte",
    rollouts: "Déploiements",
    invitations: "Invitations",
    overview: "Vue d’ensemble",
    control: "Commandes",
    network: "Réglages réseau",
    advanced: "Réglages avancés",
    applications: "Accès pour d’autres programmes",
    rates: "Mesures",
    sessions: "Mot de passe et sessions",
    audit: "Journal d’audit",
    explorer: "Explorateur d’API",
    events: "Événements",
    logs: "Journaux",
    changes: "Historique des réglages",
    notifications: "Alertes",
    welcome: "Premiers pas",
    traffic: "Trafic",
    templates: "Modèles",
    operators: "Comptes",
  },

  common: {
    cancel: "Annuler",
    next: "Continuer",
    loading: "Chargement…",
    tryAgain: "Réessayer",
    failed: "Cela n’a pas fonctionné :",
    serviceSays: "Le service dit (en anglais) :",
    on: "activé",
    off: "désactivé",
    unknown: "inconnue",
    refresh: "Actualiser",
    remove: "Supprimer",
    undo: "Rétablir",
    copied: "Copié",
    close: "Fermer",
    since: (time) => `depuis ${time}`,
    copy: "Copier",
    show: "Afficher",
    hide: "Masquer",
    hidden: "(masqué)",
    actions: "Actions",
    needs: (needed, held) =>
      `Lecture seule : modifier demande ici la portée « ${needed} », et vous avez « ${held} ».`,
  },

  signIn: {
    account: "Compte",
    accountHint: "Laissez vide pour le mot de passe propre au hub.",
    title: "Connexion",
    password: "Mot de passe",
    action: "Se connecter",
    wrong: "Le mot de passe est incorrect.",
    wait: (time) => `Trop d’essais infructueux. Réessayez dans ${time}.`,
    away: "Le service ne répond pas.",
    ended: "Votre session est terminée. Veuillez vous reconnecter.",
    kept: "Vos modifications non enregistrées sont conservées.",
    signedOut: "Vous êtes déconnecté.",
    hint: "Vous restez connecté jusqu’à la fermeture de cet onglet.",
    forgotten:
      "Pas encore de mot de passe, ou oublié ? Choisissez-le sur la machine du service, avec cette commande :",
    show: "Afficher le mot de passe",
  },

  password: {
    choose: "Choisissez un nouveau mot de passe",
    why: "Tout le monde connaît le mot de passe d’usine. Rien d’autre n’est possible tant que vous n’avez pas choisi le vôtre.",
    change: "Changer le mot de passe",
    ends: "Toutes les sessions prennent fin, sur tous les appareils. Ici, vous êtes aussitôt reconnecté.",
    current: "Mot de passe actuel",
    field: "Nouveau mot de passe",
    again: "Répétez le nouveau mot de passe",
    differ: "Les deux mots de passe sont différents.",
    short: "Au moins 10 caractères, s’il vous plaît.",
    common: "Ce mot de passe est parmi les premiers essayés. Choisissez-en un autre.",
    action: "Enregistrer le mot de passe",
    changed: "Le mot de passe a été changé.",
    strength: "Robustesse",
    levels: ["très faible", "faible", "moyenne", "bonne", "forte"],
    advice:
      "C’est surtout la longueur qui compte : quatre ou cinq mots sans rapport font un bon mot de passe.",
  },

  banners: {
    simulated: "Mode démo :",
    simulatedMore: "routeur simulé, aucun trafic réel.",
    serviceAway: "Le service ne répond pas.",
    router: "Routeur",
    lastValues: (age) => `Dernières valeurs : ${age}. Reconnexion automatique…`,
    back: "Connexion rétablie. Les valeurs sont à jour.",
    restartNeeded: "Redémarrez pour appliquer les réglages enregistrés.",
    restart: "Redémarrer…",
    factory:
      "Le mot de passe d’usine est toujours en vigueur. Quiconque atteint ce service peut piloter le routeur.",
    changeIt: "Le changer",
    realRouter: "Gérer un vrai routeur",
  },

  phases: {
    running: "En marche",
    starting: "Démarrage",
    stopping: "Arrêt en cours",
    stopped: "Arrêté",
    crashed: "Planté",
    unreachable: "Ne répond pas",
    draining: {
      restart: "Redémarrera quand les tunnels seront terminés",
      stop: "S’arrêtera quand les tunnels seront terminés",
    },
  },
  phaseAdvice: {
    starting: "Il faut quelques minutes avant que les pairs et les tunnels soient là.",
    stopping: "Le routeur ferme ses connexions.",
    stopped: "Le routeur ne tourne pas.",
    crashed: "Le routeur a planté et redémarre. Si cela se répète, consultez son journal.",
    unreachable:
      "Nouvel essai toutes les quelques secondes. Si cela dure, vérifiez que le processus du routeur tourne encore.",
    draining: "Aucun nouveau tunnel n’est accepté. Vous pouvez encore redémarrer ou arrêter maintenant.",
  },

  net: {
    0: { says: "Tout va bien", advice: "Le routeur est joignable de l’extérieur. Il n’y a rien à faire." },
    1: {
      says: "Test d’accessibilité en cours",
      advice: "Attendez quelques minutes : le test est automatique après chaque démarrage.",
    },
    2: {
      says: "Derrière un pare-feu",
      advice: "Le routeur fonctionne, mais les autres ne peuvent pas s’y connecter.",
    },
    3: {
      says: "Caché",
      advice:
        "Le routeur ne publie pas son adresse et ne porte aucun tunnel pour les autres. Si c’est voulu, il n’y a rien à faire.",
    },
    4: {
      says: "Rapide, mais derrière un pare-feu",
      advice: "Vous partagez beaucoup de bande passante que les autres ne peuvent pas atteindre.",
    },
    5: {
      says: "Floodfill derrière un pare-feu",
      advice: "Un routeur floodfill doit être joignable. Redirigez son port ou désactivez floodfill.",
    },
    6: {
      says: "Derrière un pare-feu, TCP entrant activé",
      advice: "TCP est annoncé, mais UDP ne passe pas. Redirigez aussi le port UDP.",
    },
    7: {
      says: "Derrière un pare-feu, UDP désactivé",
      advice: "Activez UDP, ou vérifiez que le port TCP est redirigé et son nom d’hôte renseigné.",
    },
    8: {
      says: "L’interface des clients (I2CP) ne fonctionne pas",
      advice:
        "Les applications ne peuvent pas utiliser le routeur. Son journal dit pourquoi le port I2CP n’a pas pu être ouvert ; souvent, il est occupé.",
    },
    9: {
      says: "L’horloge est fausse",
      advice: "Mettez à l’heure la machine du routeur et gardez-la juste avec un service de temps (NTP).",
    },
    10: {
      says: "L’adresse TCP est privée",
      advice:
        "Les autres ne peuvent pas joindre une adresse privée. Mettez votre adresse publique comme nom d’hôte TCP, ou laissez-le vide.",
    },
    11: {
      says: "Derrière un NAT symétrique",
      advice:
        "Votre réseau change de port UDP à chaque connexion. Redirigez un port fixe ou rendez TCP joignable.",
    },
    12: {
      says: "Le port UDP est occupé",
      advice:
        "Un autre programme l’utilise. Choisissez-en un autre dans Réglages réseau et redémarrez le routeur.",
    },
    13: {
      says: "Aucun pair actif",
      advice:
        "Vérifiez la connexion à Internet de cette machine et son pare-feu. Si les deux sont bons, lancez un réamorçage à la page Commandes.",
    },
    14: {
      says: "UDP est désactivé et TCP n’est pas configuré",
      advice:
        "Le routeur ne peut parler à personne. Activez UDP, ou renseignez le nom d’hôte et le port TCP dans Réglages réseau.",
    },
  },

  overview: {
    uptime: "En marche depuis",
    version: "Version",
    inbound: "Entrant",
    outbound: "Sortant",
    average: (rate) => `${rate} sur 15 s`,
    total: (amount) => `${amount} au total`,
    tunnels: "Tunnels participants",
    success: (share) => `Tunnels construits avec succès : ${share}`,
    active: "Pairs actifs",
    known: "Pairs connus",
    fast: "Rapides",
    highCapacity: "Haute capacité",
    reseeding: "Réamorçage…",
    detail: "Tunnels et pairs en détail",
    figures: {
      "net.tunnels.inbound": "Tunnels entrants propres",
      "net.tunnels.outbound": "Tunnels sortants propres",
      "net.tunnels.totalsuccessrate": "Tunnels construits avec succès depuis le démarrage",
      "net.tunnels.queue": "Demandes de tunnel en attente",
      "net.tunnels.tbmqueue": "Messages de construction de tunnel en attente",
      "net.transit.sent.bytes": "Envoyé pour d’autres depuis le démarrage",
      "netdb.floodfills": "Floodfills connus",
      "netdb.leasesets": "Lease sets connus",
    },
    numbers: "Le routeur en ce moment",
  },

  graphs: {
    title: "Historique",
    range: "Période",
    bandwidth: "Bande passante",
    peers: "Pairs",
    active: "Actifs",
    hint: "Glissez sur un graphique pour zoomer ; double-cliquez pour tout revoir.",
    zoomIn: "Zoomer",
    zoomOut: "Dézoomer",
    earlier: "Plus tôt",
    later: "Plus tard",
    empty: "Rien n’a été enregistré pendant cette période.",
    numbers: "Tableau",
    series: "Série",
    lowest: "Minimum",
    mean: "Moyenne",
    highest: "Maximum",
    last: "Dernier",
    from: (from, to) => `Du ${from} au ${to}`,
    limit: "Limite",
    csv: "Enregistrer en CSV",
    png: "Enregistrer en PNG",
    happened: "Ce qui s’est passé",
  },

  stats: {
    "bw.sendRate": "Bande passante sortante",
    "bw.recvRate": "Bande passante entrante",
    "bw.combined": "Bande passante totale",
    "tunnel.participatingTunnels": "Tunnels participants",
    "router.activePeers": "Pairs actifs",
    "router.fastPeers": "Pairs rapides",
    "router.highCapacityPeers": "Pairs à haute capacité",
    "netDb.knownPeers": "Pairs connus",
  },

  control: {
    life: "Démarrage et arrêt",
    start: "Démarrer",
    timeLeft: "Temps restant, au plus",
    overtake: "Vous pouvez aussi redémarrer ou arrêter tout de suite.",
    cancelWait: { restart: "Annuler le redémarrage", stop: "Annuler l’arrêt" },
    cannotCancel: {
      i2pd: "i2pd ne peut annuler cette attente que si sa console web était activée à son démarrage (http.enabled, page « Réglages avancés »).",
      other: "Ce routeur ne peut pas annuler l’attente d’ici.",
    },
    cancelled: "Annulé. Le routeur continue.",
    reseed: "Réamorçage",
    reseedMore: "Télécharge une nouvelle liste de pairs. Utile seulement si le routeur en connaît trop peu.",
    reseedRuns: (known) => `Réamorçage en cours… ${known} pairs connus pour l’instant`,
    reseedDone: (known) => `Réamorçage terminé : ${known} pairs connus.`,
    updates: "Mises à jour",
    updatesMore: (version) => `Le routeur exécute la version ${version}.`,
    runs: (time) => `En cours depuis ${time}…`,
    found: "Une mise à jour est disponible.",
    notFound: "Le routeur est à jour.",
    noFeed: "Les mises à jour ne sont pas configurées.",
    sent: "Commande envoyée.",
    noFeedHow: "Comment les configurer",
    noFeedMore:
      "Indiquez l’adresse d’un flux signé et sa clé publique dans les réglages du service (update.feed et update.public_key), puis redémarrez le service. Sous Debian, les mises à jour d’i2pd arrivent avec celles du système.",
    now: "Sans attendre…",
    cuts: "Coupe toutes les connexions",
  },

  actions: {
    FindUpdates: "Chercher des mises à jour",
    Update: "Installer la mise à jour…",
    Reseed: "Lancer un réamorçage",
    Restart: "Redémarrer maintenant…",
    RestartGraceful: "Redémarrer en douceur…",
    Shutdown: "Arrêter maintenant…",
    ShutdownGraceful: "Arrêter en douceur…",
  },
  asks: {
    Update: {
      title: "Installer la mise à jour ?",
      more: "Elle est téléchargée, sa signature est vérifiée, puis elle est installée. La nouvelle version tournera après le prochain redémarrage.",
    },
    Restart: {
      title: "Redémarrer le routeur maintenant ?",
      more: "Toutes les connexions sont coupées aussitôt.",
    },
    RestartGraceful: {
      title: "Redémarrer quand les tunnels seront terminés ?",
      more: "Dès maintenant, aucun nouveau tunnel n’est accepté. Le redémarrage suit la fin du dernier, dans une dizaine de minutes au plus.",
    },
    Shutdown: {
      title: "Arrêter le routeur maintenant ?",
      more: "Toutes les connexions sont coupées aussitôt. Le routeur reste arrêté jusqu’à ce que vous le redémarriez ; ce service continue.",
    },
    ShutdownGraceful: {
      title: "Arrêter quand les tunnels seront terminés ?",
      more: "Dès maintenant, aucun nouveau tunnel n’est accepté. Le routeur s’arrête à la fin du dernier, dans une dizaine de minutes au plus.",
    },
  },
  lifeHelp: {
    Restart: "Coupe toutes les connexions et redémarre aussitôt.",
    RestartGraceful: "Laisse d’abord finir les tunnels des autres, dix minutes au plus.",
    Shutdown: "Coupe toutes les connexions et s’arrête aussitôt.",
    ShutdownGraceful: "Laisse d’abord finir les tunnels des autres, puis s’arrête.",
  },
  cutTunnels: (count, shown) =>
    many(count, {
      one: `${shown} tunnel de transit sera coupé.`,
      other: `${shown} tunnels de transit seront coupés.`,
    }),
  waitTunnels: (count, shown) =>
    many(count, {
      one: `${shown} tunnel de transit passe par ce routeur.`,
      other: `${shown} tunnels de transit passent par ce routeur.`,
    }),

  network: {
    groups: { ntcp: "TCP (NTCP)", ssu: "UDP (SSU)", bw: "Bande passante", other: "Autres" },
    fields: {
      "router.net.ntcp.port": { label: "Port TCP", help: "" },
      "router.net.ntcp.hostname": {
        label: "Nom d’hôte TCP",
        help: "Nom ou adresse par lequel les autres joignent ce routeur.",
      },
      "router.net.ntcp.autoip": { label: "Trouver l’adresse TCP automatiquement", help: "" },
      "router.net.ssu.port": { label: "Port UDP", help: "" },
      "router.net.ssu.hostname": {
        label: "Nom d’hôte UDP",
        help: "Nom ou adresse par lequel les autres joignent ce routeur.",
      },
      "router.net.ssu.autoip": { label: "Sources de l’adresse UDP", help: "" },
      "router.net.ssu.detectedip": {
        label: "Adresse UDP détectée",
        help: "Indiquée par le routeur ; elle ne se règle pas.",
      },
      "router.net.upnp": { label: "UPnP", help: "Ouvre automatiquement les ports d’une box." },
      "router.net.bw.share": {
        label: "Part pour les autres, pour cent",
        help: "La part de bande passante que les tunnels des autres peuvent utiliser.",
      },
      "router.net.bw.in": { label: "Limite entrante, Kio/s", help: "0 ne laisse rien passer." },
      "router.net.bw.out": { label: "Limite sortante, Kio/s", help: "0 ne laisse rien passer." },
      "router.net.laptopmode": {
        label: "Mode portable",
        help: "Change l’identité et le port du routeur quand son adresse change.",
      },
    },
    autoip: {
      always: "toujours, même derrière un pare-feu",
      true: "s’il est joignable",
      false: "jamais",
    },
    sources: {
      ssu: "autres routeurs",
      "local,ssu": "cette machine, autres routeurs",
      "upnp,ssu": "UPnP, autres routeurs",
      "local,upnp,ssu": "cette machine, UPnP, autres routeurs",
    },
    range: (least, most) => `De ${least} à ${most}.`,
    host: "Nom d’hôte ou adresse IP ; vide pour aucun.",
    needsRestart: "demande un redémarrage",
    unset: "non défini",
    save: (count) =>
      many(count, { one: "Enregistrer la modification", other: `Enregistrer ${count} modifications` }),
    nothing: "Aucune modification",
    discard: "Abandonner",
    saved: "Enregistré.",
    notSaved: "Rien n’a été enregistré.",
    correct: "Corrigez d’abord les champs marqués.",
    wantsRange: (least, most) => `Saisissez un nombre entier de ${least} à ${most}.`,
    wantsAtLeast: (least) => `Saisissez un nombre entier, ${least} ou plus.`,
  },

  explorer: {
    about: "L’interface telle qu’elle se décrit. Les requêtes partent avec votre propre session.",
    method: "Méthode",
    extension: "extension",
    parameters: "Paramètres",
    noParameters: "Aucun, sauf le jeton, qui est ajouté.",
    include: (name) => `Envoyer ${name}`,
    required: "obligatoire",
    badJson: "Ce n’est pas du JSON.",
    send: "Envoyer",
    request: "Requête",
    reply: "Réponse",
    took: (time) => `Réponse après ${time}`,
    hidden: "Le jeton et les mots de passe ne sont pas affichés.",
  },

  groups: {
    fleet: "Flotte",
    router: "Routeur",
    access: "Accès",
    insight: "Suivi",
    developer: "Développement",
  },

  confirms: {
    Update: "Installer la mise à jour",
    Restart: "Redémarrer maintenant",
    RestartGraceful: "Redémarrer en douceur",
    Shutdown: "Arrêter maintenant",
    ShutdownGraceful: "Arrêter en douceur",
  },

  findings: {
    "sample.none": {
      says: "Pas encore de réponse",
      more: "Le routeur n’a pas encore répondu. Patientez un instant.",
    },
    "sample.old": {
      says: "Réponses lentes",
      more: "Les valeurs datent de {age} secondes. Vérifiez la charge de la machine du routeur.",
    },
    "router.unreachable": {
      says: "Le routeur ne répond pas",
      more: "Nouvel essai toutes les quelques secondes ({reason}). Vérifiez que le routeur tourne et est joignable.",
    },
    "router.stopped": {
      says: "Le routeur est arrêté",
      more: "Il reste arrêté jusqu’à ce que vous le démarriez.",
    },
    "router.crashed": {
      says: "Le routeur a planté",
      more: "Cause : {cause}. Il redémarre automatiquement ; son journal en dit plus.",
    },
    "router.crashloop": {
      says: "Le routeur plante sans cesse",
      more: "{count} plantages en {minutes} minutes. Consultez son journal et annulez le dernier changement de réglages.",
    },
    "router.starting": {
      says: "Démarrage",
      more: "Il faut quelques minutes avant que les pairs et les tunnels soient là.",
    },
    "router.stopping": { says: "Arrêt en cours", more: "Le routeur ferme ses connexions." },
    "router.draining": {
      says: "Attend la fin des tunnels",
      more: "Aucun nouveau tunnel n’est accepté. Vous pouvez encore redémarrer ou arrêter maintenant.",
    },
    "peers.none": {
      says: "Aucun pair actif",
      more: "Vérifiez la connexion Internet et le pare-feu. S’ils sont en ordre, téléchargez une nouvelle liste de pairs.",
    },
    "peers.few": {
      says: "Peu de pairs connus",
      more: "Le routeur ne connaît que {known} autres routeurs. Téléchargez une nouvelle liste de pairs.",
    },
    "tunnels.failing": {
      says: "Les tunnels ne se construisent pas",
      more: "Seuls {percent} % des tunnels aboutissent. Vérifiez l’accessibilité et l’horloge ; après un démarrage, cela s’améliore tout seul.",
    },
    "traffic.none": {
      says: "Aucun trafic",
      more: "Rien n’a été envoyé ni reçu depuis {minutes} minutes. Vérifiez la connexion et les limites de bande passante.",
    },
    "traffic.full": {
      says: "À la limite de bande passante",
      more: "Le trafic atteint la limite de {limit} Kio/s. Augmentez-la si votre ligne le permet.",
    },
    "limit.in_zero": {
      says: "Rien ne peut entrer",
      more: "La limite entrante est 0 : cela veut dire rien, pas illimité.",
    },
    "limit.out_zero": {
      says: "Rien ne peut sortir",
      more: "La limite sortante est 0 : cela veut dire rien, pas illimité.",
    },
    "limit.share_zero": {
      says: "Rien n’est partagé",
      more: "Le routeur ne partage pas de bande passante. Partager aide le réseau et cache votre propre trafic.",
    },
    "settings.restart": {
      says: "Redémarrez pour appliquer les réglages",
      more: "Les réglages enregistrés prennent effet après un redémarrage.",
    },
    "update.restart": {
      says: "La mise à jour est installée",
      more: "Redémarrez pour utiliser la nouvelle version[, {version}].",
    },
    "update.available": {
      says: "Une mise à jour est disponible[ : version {version}]",
      more: "La nouvelle version tournera après le prochain redémarrage.",
    },
    "password.factory": {
      says: "Le mot de passe d’usine est en vigueur",
      more: "Quiconque atteint ce service peut piloter le routeur. Choisissez votre propre mot de passe.",
    },
    "disk.low": {
      says: "Le disque est presque plein",
      more: "{freeMiB} Mio libres ({percent} %) là où le service garde ses données. Libérez de la place.",
    },
    "certificate.expires": {
      says: "Le certificat expire bientôt",
      more: "Il est valable encore {days} jours. Remplacez-le et rechargez le service.",
    },
    "budget.near": {
      says: "Le budget de trafic est presque épuisé",
      more: "{percent} % utilisés ; la période finit le {ends}. La bande passante baisse par paliers.",
    },
    "budget.used": {
      says: "Le budget de trafic est épuisé",
      more: "{percent} % utilisés ; la période finit le {ends}.",
    },
    "budget.unable": {
      says: "Le budget de trafic est seulement compté",
      more: "Les limites ne peuvent pas être abaissées ici : {why}",
    },
    "logins.failed": {
      says: "Beaucoup d’échecs de connexion",
      more: "{count} en {minutes} minutes. Si ce n’était pas vous, voyez d’où ils venaient.",
    },
  },

  health: {
    forward: (ports) =>
      `Redirigez ${ports} vers cette machine dans votre box et votre pare-feu, ou activez UPnP.`,
    stale: (age) => `Valeurs vieilles de ${age}`,
    staleMore: "Aucune nouvelle valeur n’arrive. Reconnexion automatique…",
    state: "État",
    reach: "Accessibilité",
    reachable: "Joignable de l’extérieur",
    reachableMore: "Les autres routeurs peuvent se connecter au vôtre.",
    reachUnknown: "Inconnue",
    sharing: "Partage",
    sharingOf: (rate, limit) => `${rate} sur ${limit}`,
    sharePercent: (share) => `${share} pour les autres`,
    today: "Aujourd’hui",
    month: "Ce mois-ci",
    allTime: "Depuis toujours",
    allTraffic: "Tout le trafic, le vôtre et celui des autres :",
    inOut: (received, sent) => `${received} entrant, ${sent} sortant`,
    estimated: "Estimé d’après la bande passante.",
    budget: (used, limit, ends) => `Budget : ${used} sur ${limit}, jusqu’au ${ends}`,
    lowered: "La bande passante est abaissée pour tenir le budget.",
    todo: "À faire",
    open: (page) => `Ouvrir : ${page}`,
    and: "et",
    byDay: "Trafic par jour et par mois",
    period: "Période",
    resolved: (says) => `Résolu : ${says}`,
  },

  eventTexts: {
    "service.started": "Service démarré, version {version}",
    "service.stopped": "Service arrêté",
    "service.interrupted":
      "Le service s’était terminé de façon inattendue : plantage, arrêt forcé ou coupure",
    "router.started": "Routeur démarré",
    "router.stopped": "Routeur arrêté",
    "router.restarted": "Routeur redémarré",
    "router.crashed": "Routeur planté : {cause}",
    "router.unreachable": "Le routeur ne répond pas : {reason}",
    "router.answers": "Le routeur répond de nouveau",
    "reachability.good": "Joignable de l’extérieur : {now} (avant : {was})",
    "reachability.bad": "Difficile à joindre de l’extérieur : {now} (avant : {was})",
    "address.changed": "Adresse changée de {was} en {now}",
    "settings.saved": "Réglages changés par {by} : {names}",
    "settings.reverted":
      "Le routeur n’a pas démarré avec ses réglages ; les derniers valables sont rétablis[, sans {lost}]. Les autres sont dans {file}",
    "update.found": "Mise à jour disponible",
    "update.ready": "Mise à jour[ vers {version}] installée ; elle tournera après le prochain redémarrage",
    "update.installed": "Routeur mis à jour de {was} à {now}",
    "update.failed": "Échec de la mise à jour : {status}",
    "logins.failed": "{count} échecs de connexion en {minutes} minutes, le dernier depuis {address}",
    "disk.low": "Disque presque plein : {freeMiB} Mio libres ({percent} %)",
    "disk.enough": "Le disque a de nouveau de la place : {freeMiB} Mio libres ({percent} %)",
    "certificate.expiring": "Le certificat expire le {expires}",
    "certificate.renewed": "Certificat valable jusqu’au {expires}",
    "budget.lowered": "Limites abaissées à {limits} : {why}",
    "budget.restored": "Vos propres limites sont rétablies : {limits}",
    "budget.left":
      "{names} a changé pendant l’abaissement par le budget ; reste ainsi jusqu’au prochain palier",
    "budget.unable": "Le budget de trafic ne peut être tenu : {why}",
    "backup.made": "Sauvegarde faite : {file}",
    "backup.failed": "Aucune sauvegarde n’a pu être faite : {reason}",
    "notify.failed": "Les notifications par {channel} échouent : {why}",
    "notify.works": "Les notifications par {channel} fonctionnent de nouveau",
  },

  reasons,

  errors: {
    unreachable: "Le routeur est injoignable.",
    timeout: "Le routeur n’a pas répondu à temps.",
    login: "Le routeur refuse le mot de passe du service.",
    certificate: "Le certificat du routeur n’est pas approuvé.",
    failed: "Le routeur n’a pas pu le faire.",
    notPossible: "Ce routeur ne sait pas le faire.",
    diskFull: "Le disque est plein.",
    invalidParams: "Une valeur n’a pas été acceptée.",
    outOfScope: "Vous n’avez pas le droit de le faire.",
    refused: "Trop de requêtes. Réessayez dans un instant.",
    internal: "Une erreur s’est produite dans le service.",
  },

  logs: {
    source: "Journal",
    router: "Routeur",
    service: "Service",
    level: "À partir du niveau",
    text: "Contient",
    follow: "Suivre",
    empty: "Aucune ligne ne correspond.",
    none: "Ce journal n’est pas accessible.",
    missed: "Des lignes manquent ici.",
    about: "Les secrets, adresses et noms d’utilisateurs sont retirés.",
    kept: "Les 2 000 dernières lignes depuis le démarrage du service. Les plus anciennes sont dans le journal du système : journalctl -u pilothouse.",
    save: "Enregistrer ces lignes",
  },

  palette: {
    open: "Rechercher",
    title: "Ouvrir une page ou agir",
    placeholder: "Tapez une page ou une action…",
    none: "Rien ne correspond.",
    shortcuts: "Raccourcis clavier",
    showShortcuts: "Afficher ces raccourcis",
    followedBy: "puis",
    oldNames: "Applications web, Web applications, jsonrpc, I2PControl",
  },
};
