import type { MethodTexts } from "./method-texts.js";

export const methods: MethodTexts = {
  Authenticate: "Échange le mot de passe contre un jeton.",
  RouterInfo: "Renvoie ce qui est demandé du routeur ; les clés inconnues sont omises.",
  GetRate: "La moyenne d’une statistique sur la dernière Period, ou sur ce qu’il y a.",
  RouterManager: "Donne un ordre au routeur.",
  NetworkSetting:
    "Lit (null) et écrit (texte) les réglages réseau ; toute la requête est enregistrée, ou rien.",
  AdvancedSettings: "Toute la configuration du routeur. Ordre : setAll, set, getAll, get.",
  Echo: "Répond ce qu’on lui envoie.",
  ServiceControl: "Gère le service lui-même. Un nouveau mot de passe révoque tous les jetons.",
  ClientServicesInfo:
    "Les services clients du routeur qui sont demandés. Sous la forme d’i2pd ; ce que le routeur ne décrit pas compte comme désactivé.",
  "rpc.discover": "Décrit cette interface comme document OpenRPC.",
  "pilothouse.notify":
    "Les canaux de notification, leur état et ce qui est notifié ; avec `test`, envoie un essai.",
  "pilothouse.settings":
    "Liste les réglages du service modifiables en marche : notifications et budget de trafic. Avec `set`, en change certains, tous ou aucun. Ce que fixent le fichier, l’environnement ou une option prévaut et ne se change pas ici.",
  "pilothouse.health": "Si tout va bien pour le routeur et le service ; sinon pourquoi, et que faire.",
  "pilothouse.traffic":
    "Octets reçus et envoyés par le routeur, par jour et par mois, à travers ses redémarrages ; et le budget de trafic.",
  "pilothouse.join": "Rejoint une flotte avec le jeton d’une invitation. Peut être répété après un échec.",
  "pilothouse.leave": "Quitte la flotte. Fonctionne sans le hub, qui est prévenu s’il est joignable.",
  "pilothouse.membership": "La flotte à laquelle ce nœud appartient.",
  "pilothouse.logout": "Révoque le jeton avec lequel il est appelé.",
  "pilothouse.webapps": "Liste les applications web du point HTTP ; avec un nom, en commute une.",
  "pilothouse.status": "Comment vont le service et son routeur, au-delà de RouterInfo.",
  "pilothouse.cancel":
    "Annule un redémarrage ou un arrêt en douceur qui attend la fin des tunnels : le routeur continue. Refusé si le routeur ne sait pas le faire.",
  "pilothouse.sessions":
    "Liste les sessions ouvertes, les termine ou les renomme. Les jetons des programmes n’en font pas partie.",
  "pilothouse.tokens": "Liste les jetons des programmes ; avec un nom, en révoque un.",
  "pilothouse.createToken": "Crée un jeton pour un programme. Il n’est montré qu’ici.",
  "pilothouse.password": "Change le mot de passe, comme ServiceControl, avec plus de choix.",
  "pilothouse.setup":
    "Ce qu’il faut faire avant de pouvoir utiliser le service depuis l’adresse de l’appelant.",
  "pilothouse.history": "Statistiques sur une période, aussi finement que conservées et demandées.",
  "pilothouse.audit": "Qui a changé quoi, et quand ; le plus récent d’abord.",
  "pilothouse.apply":
    "Applique les réglages d’un modèle, tous ou aucun, redémarre le routeur si nécessaire et remet les anciens s’il ne revient pas en bonne santé. Sans paramètre : ce que sont devenus les derniers.",
  "pilothouse.events":
    "La chronologie du routeur et du service. Pour la suivre, redemandez avec `after` : cela ne coûte presque rien.",
  "pilothouse.changes":
    "Chaque changement des réglages du routeur : les liste, compare deux points et revient en arrière. Les valeurs secrètes ne sont jamais montrées ; les remettre demande la portée `all`.",
  "pilothouse.logs":
    "Lignes du journal du routeur ou du service, sans secrets, adresses ni noms d’utilisateur. Pour suivre, redemandez avec `after`.",
  "pilothouse.backup":
    "Fait une sauvegarde dans le répertoire de données du service, pour `pilothouse backup`. Seulement par le socket de l’opérateur.",
  "fleet.queue":
    "Liste les appels qui attendent leurs nœuds, et le sort de ceux de la semaine. Avec `method`, en ajoute un ; avec `cancel`, en termine un qui attend.",
  "fleet.rollout":
    "Redémarre ou met à jour des nœuds, ou leur applique des réglages, quelques-uns à la fois.",
  "fleet.rollouts":
    "Liste les déploiements, les plus récents d’abord ; avec un id, l’un d’eux et ses nœuds. Met en pause, reprend et termine.",
  "fleet.template":
    "Le modèle de la flotte ; avec un texte, ce qu’il changerait nœud par nœud. N’écrit rien.",
  "fleet.drift": "Les nœuds qui s’écartent du modèle de la flotte, selon leurs propres rapports.",
  "fleet.import": "Ce que les nœuds ont maintenant, en fleet.toml : étiquettes et réglages, sans secrets.",
  "fleet.nodes": "Les nœuds de la flotte qui conviennent, par nom, en colonnes et en pages.",
  "fleet.node": "Tout ce que l’on sait d’un nœud.",
  "fleet.summary": "La flotte en chiffres.",
  "fleet.label": "Change des étiquettes d’un nœud ; les autres restent.",
  "fleet.rename": "Donne un autre nom à un nœud.",
  "fleet.adopt":
    "Crée un enregistrement pour un nœud inconnu : il a une clé de la flotte et ce hub a perdu son enregistrement.",
  "fleet.keep":
    "Décide laquelle de deux machines ayant la clé d’un nœud reste ce nœud. L’autre est une copie et doit rejoindre à nouveau.",
  "fleet.remove": "Retire un nœud de la flotte et révoque sa clé. Il continue comme service autonome.",
  "fleet.invite": "Crée une invitation. Son jeton n’est montré qu’ici.",
  "fleet.invitations": "Liste les invitations ; avec un id, en révoque une.",
  "fleet.waiting": "Liste les nœuds qui attendent d’être acceptés ; en accepte ou refuse un.",
  "fleet.operators": "Liste les comptes du hub ; avec un nom, en crée, change ou supprime un.",
  "fleet.password": "Change le mot de passe de son propre compte et termine ses sessions.",
};
