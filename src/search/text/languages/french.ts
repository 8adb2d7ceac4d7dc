import { stemmer } from '@orama/stemmers/french';
import type { Language } from './language.ts';

export const FRENCH: Language = {
  name: 'French',
  code: 'fr',
  stopWords:
    'le la les un une des du de d l au aux et ou mais donc car ni que qu qui quoi dont où quand comment pourquoi combien quel quelle quels quelles lequel laquelle je j me m moi tu te t toi il elle on nous vous ils elles lui leur leurs eux se s soi mon ma mes ton ta tes son sa ses notre nos votre vos ce c cet cette ces ça cela y en à dans par pour sur sous avec sans chez entre vers depuis pendant avant après contre derrière devant ne n pas plus rien jamais aussi encore déjà très trop si tout tous toute toutes même autre autres bien est es suis sommes êtes sont était étais étaient être été sera serait ai as a avons avez ont avait avais avaient avoir eu aura aurait fait faire peut peux pouvoir doit dois devoir faut veut veux va vais vas vont aller est-ce-que lors puis alors ici là parce toujours quelque quelques chaque comme',
  asking:
    'parle parler expliquer explique expliquez dire dis dites montrer montre montrez décrire décris pourrais pourriez pouvez peux voudrais sais savez svp merci plaît signifie sert servent',
  letters: 'éèêëàâçîïôùûœ',
  endings: /(?:ons|ez|eux|euse|ait|ais|aient|eau|eaux|tion|ment|ique|é|ée|és)$/,
  stem: stemmer,
  irregularForms: `
venir viens vient viennent venu venue viendra
tenir tiens tient tiennent tenu
voir vois voit voient vu vue verra
boire bois boit boivent bu
lire lis lit lisent lu
écrire écris écrit écrivent écrite écrivait
mettre mets met mettent mis mise
prendre prends prend prennent pris prise
apprendre apprends apprend apprennent appris
comprendre comprend compris
savoir sais sait savent su
vouloir voulait voulu
connaître connais connaît connaissent connu connue
vivre vis vit vivent vécu
conduire conduis conduit conduisent
dire dis dit disent
dormir dors dort dorment
partir pars part partent
sortir sors sort sortent
recevoir reçois reçoit reçu reçue
rompre rompu
courir cours court courent couru course
mourir meurt mort morte
naître né née naquit naissance
ouvrir ouvre ouvert ouverte ouverture
offrir offre offert
perdre perd perdu perdue
rendre rend rendu
vendre vend vendu vente
suivre suis suit suivi
plaire plaît plu
œil yeux
cheval chevaux
animal animaux
travail travaux
journal journaux
vieux vieille vieil vieilles
beau belle bel belles beaux
nouveau nouvelle nouvel nouveaux nouvelles
préférer préfère préféré préférée
acheter achète acheté achat
appeler appelle appel
jeter jette`,
  time: {
    months: 'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
    weekdays: 'dimanche lundi mardi mercredi jeudi vendredi samedi',
    days: "aujourd'hui|ce_soir hier|hier_soir avant-hier",
    units: 'jours?|journee semaines? week-?end mois ans?|annees?',
    numbers: 'une? deux trois quatre cinq six sept huit neuf dix',
    last: 'derniere?s?|passee?s?',
    this: 'ce|cet|cette',
    ago: ['il y a', ''],
    others: 'demain|recemment|depuis|prochaine?|printemps|ete|automne|hiver',
    when: "quand|depuis quand|jusqu'a quand|combien de temps|(?:en )?quelle annee|quel (?:jour|mois)|a quelle date",
    doing:
      'montre\\p{L}*|raconte\\p{L}{0,3}|rappelle|bosse|occupee?s?|terminee?s?|neuf|passee?s?|passait|arrivee?s?|produit|fai(?:t|tes|re|sais|sions)|decidee?s?|decidions|discutee?s?|parlee?s?|travaillee?s?|apprise?s?|dite?s?|nouveautes?|nouveau|notes|evenements|choses|souvenirs|liste|resume|convenu|prevu|notee?s?|enregistree?s?|lieu',
  },
  ends: {
    until: "jusqu'(?:au|a la|a|en) ?|valables? (?:jusqu'(?:au|a)) ",
    expires: 'expire\\p{L}*|se termine|prend fin|perime\\p{L}*|arrive a echeance',
    tomorrow: 'demain',
    next: 'prochaine?',
    end: "(?:la )?fin (?:du|de la|de l'|de|d')",
    range: ['du|de', 'au|a'],
    passing:
      "vacances|conges?|deplacement|voyage|malade|absente?s?|teletravail|en visite|invites|d'astreinte|astreinte|rendez-vous|reunion|demo|examen|vol|fermee?s?|hotel|conference|atelier|arret maladie",
    never:
      "tous les|toutes les|chaque|toujours|d'reporte\\p{L}*|decale\\p{L}*|habitude|souvent|normalement|quotidien\\p{L}*|anniversaire|si|dois|doit|devons|doivent|il faut",
    past: 'etais|etait|etions|etaient|avais|avait|avions|(?:ai|as|(?:il|elle|on|qui) a|avons|avez|ont) (?!une |le |la )\\p{L}+(?:e|i|u|is|it)|ai fait|suis (?:reste|alle)e?|fut|dura',
  },
  tasks: {
    left: '(?:reste(?:nt|-t-il)? )?a faire|en suspens|pas encore (?:faite?s?|finie?s?|terminee?s?)',
    finished:
      "(?:j'ai|ai-je|avons-nous|on a|nous avons|as-tu) (?:deja )?(?:fait|fini|termine)|deja (?:faite?s?|finie?s?|terminee?s?)",
    open: 'reste(?:nt|-t-il)?|ouverte?s?|en cours|en attente|restantes?',
    done: 'faite?s?|finie?s?|terminee?s?|achevee?s?',
    dropped: 'abandonnee?s?|annulee?s?',
    task: 'taches?|to-?dos?|choses?|liste',
  },
};
