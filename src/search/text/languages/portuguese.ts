import { stemmer } from '@orama/stemmers/portuguese';
import type { Language } from './language.ts';

export const PORTUGUESE: Language = {
  name: 'Portuguese',
  code: 'pt',
  stopWords:
    'o a os as um uma uns umas de do da dos das ao à aos às e ou mas porque pois que quem qual quais como quando onde aonde quanto quanta quantos quantas eu me mim meu minha meus minhas tu te ti teu tua você vocês ele ela eles elas lhe lhes nós nos nosso nossa nossos nossas se si seu sua seus suas dele dela deles delas este esta estes estas esse essa esses essas aquele aquela isto isso aquilo em no na nos nas num numa com por pelo pela pelos pelas para pra sem sobre entre desde até durante contra não nada nunca já também muito muita mais menos tão sempre todo toda todos todas outro outra mesmo algo alguém algum alguma cada é sou és somos são era eram foi foram ser sido será está estou estão estava estar há tem tenho têm tinha ter teve pode posso poder deve quer quero vai vou vão ir aqui ali lá se',
  asking:
    'explicar explica explique diga dizer mostrar mostra mostre descreva descrever poderia podes pode gostaria sabe sabes favor obrigado obrigada significa serve servem',
  letters: 'ãõçáéíóúâêôà',
  endings: /(?:amos|ção|ções|ado|ada|ando|eiro|eira|inho|inha|dade|ão|ões|ou)$/,
  stem: stemmer,
  // Snowball does not change short words that begin with a vowel: abro and abrir.
  otherStems: (word) => SHORT.exec(word)?.slice(1) ?? [],
  irregularForms: `
querer queria quis quiseram
dizer digo diz disse disseram dito
fazer faço faz fez fizeram feito fazia
vir venho vem veio vieram
pôr ponho põe pôs posto
trazer trago traz trouxe
saber sei sabe soube
ver vejo vê viu visto via
dar dou dá deu deram
pedir peço pede pediu
dormir durmo dorme dormiu
voar voo voa voos
jogar jogo joga
conduzir conduzo conduz
perder perco perde
abrir aberto aberta abertura
escrever escrito escrita
morrer morto
ler leio lê leu lido
ouvir ouço ouve
sair saio sai saiu
subir sobe subiu
preferir prefiro prefere
seguir sigo segue
cair caio cai caiu queda
doer dói doem dor
romper roto
ganhar ganho
pagar pago
nadar natação
mudar mudança`,
  time: {
    months: 'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro',
    weekdays: 'domingo segunda(?:-feira)? terca(?:-feira)? quarta(?:-feira)? quinta(?:-feira)? sexta(?:-feira)? sabado',
    days: 'hoje|esta_noite ontem|ontem_a_noite anteontem',
    units: 'dias? semanas? fim_de_semana mes|meses anos?',
    numbers: 'uma? dois|duas tres quatro cinco seis sete oito nove dez',
    last: 'passad[oa]s?|ultim[oa]s?',
    this: 'este|esta|neste|nesta',
    ago: ['ha', '(?:atras)?'],
    of: 'de|do',
    others: 'amanha|recentemente|desde|proxim[oa]|primavera|verao|outono|inverno',
    when: '(?:desde |ate )?quando|quanto tempo|(?:em )?que (?:ano|mes|dia|data)|a que horas',
    doing:
      'dia|mostr\\p{L}+|cont[ae]-?(?:me|nos)|me cont[ae]|lembra-?me|termin(?:ei|amos|ou)|andei|andamos|aconte\\p{L}+|ocorr\\p{L}+|passou|fiz|fizemos|fez|feito|decid\\p{L}+|discut\\p{L}+|fal(?:ei|amos|ado)|trabalh\\p{L}+|aprend\\p{L}+|disse|dissemos|combin\\p{L}+|notas|eventos|coisas|memorias|novidades|novo|lista|resum\\p{L}+|guard\\p{L}+|anot\\p{L}+',
  },
  ends: {
    until: 'ate (?:ao |a |o |as |dia |ao dia |o dia |a proxima |ao final de )?|valid[oa]s? ate (?:ao |a )?',
    expires: 'expira\\p{L}*|vence\\p{L}*|caduca|termina|acaba',
    tomorrow: 'amanha',
    next: 'proxim[oa]|que vem',
    end: '(?:ao |o )?(?:fim|final) (?:do|da|de)(?: ano)?',
    range: ['de|do dia', 'a|ate|ao dia'],
    passing:
      'ferias|baixa|viagem|viajando|viajar|doente|ausente|teletrabalho|home office|visita|convidados|de plantao|plantao|consulta|reuniao|demo|exame|voo|fechad[oa]s?|hotel|conferencia|workshop|licenca',
    never:
      'adiad\\p{L}+|movid\\p{L}+|tod[oa]s [oa]s|cada|sempre|normalmente|frequentemente|diariamente|aniversario|se|devo|deve|tenho (?:de|que)',
    past: 'estiv\\p{L}+|era|eram|foi|foram|tive|tinha\\p{L}*|trabalh(?:ei|ou|ava|amos)|mor(?:ei|ou|ava)|viv(?:i|eu|ia)|estav\\p{L}+|durou|fiquei|ficou|decidi\\p{L}*',
  },
  tasks: {
    left: '(?:por|a|para) fazer|(?:tenho|temos|falta|faltam|resta|ha) (?:(?:de|que|ainda) )?fazer|em aberto|nao (?:fiz|fizemos|terminei|terminamos)',
    finished: 'ja (?:fiz|fizemos|foi feito|esta feito)|tenho feito',
    open: 'pendentes?|abert[oa]s?|faltam?|restam?',
    done: 'feit[oa]s?|concluid[oa]s?|terminad[oa]s?|acabad[oa]s?',
    dropped: 'cancelad[oa]s?|descartad[oa]s?|abandonad[oa]s?',
    task: 'tarefas?|coisas?|pendencias|to-?dos?|lista',
  },
};

const SHORT = /^([aeiou].{2,}?)(?:[aei]r|[aeo])$/;
