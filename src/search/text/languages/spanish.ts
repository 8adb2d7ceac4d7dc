import { stemmer } from '@orama/stemmers/spanish';
import type { Language } from './language.ts';

export const SPANISH: Language = {
  name: 'Spanish',
  code: 'es',
  stopWords:
    'el la los las un una unos unas de del al a y e o u pero sino porque pues que quién quiénes cuál cuáles qué cómo cuándo dónde adónde cuánto cuánta cuántos cuántas yo me mí mi mis tú te ti tu tus él ella ello lo le les nos nosotros nosotras vosotros os ellos ellas usted ustedes se sí su sus nuestro nuestra nuestros nuestras vuestro este esta estos estas ese esa esos esas aquel aquella esto eso en con por para sin sobre entre desde hasta hacia según durante contra tras no nada nunca ya también tampoco muy más menos tan tanto siempre todo toda todos todas otro otra otros otras mismo algo alguien algún alguna cada es soy eres somos son era eran fue fueron ser sido será sería está estoy están estaba estaban estar he has ha hemos han había habían haber hay hubo tengo tiene tienes tienen tenía tener puede puedo poder debe debo quiere quiero va voy vas van ir aquí ahí allí cuando como donde si hace',
  asking:
    'háblame hablar explicar explica explícame explique decir dime diga mostrar muestra muéstrame describe describir podrías podría puedes quisiera sabes favor gracias significa sirve sirven',
  letters: 'ñáéíóúü¿¡',
  endings: /(?:amos|emos|imos|ción|ado|ada|ando|iendo|ero|era|dad|ó|os|as)$/,
  stem: stemmer,
  // Snowball does not change short words that begin with a vowel: abro and abrirlo.
  otherStems: (word) => SHORT.exec(word)?.slice(1) ?? [],
  irregularForms: `
querer quería quiso querría quisiera
decir digo dice dijo dijeron dicho
hacer hago hizo hicieron hecho haré
venir vengo viene vino vinieron
poner pongo puso pusieron puesto
traer traigo trajo trajeron
saber sé supo sabía
ver veo ve vio visto veía
dar doy da dio dieron
pedir pido pide pidió piden
dormir duermo duerme durmió
volar vuelo vuela vuelan vuelos
jugar juego juega juegan
conducir conduzco condujo
conocer conozco conocí conocimos conoció
romper roto rota rompió rotura
escribir escrito escrita
abrir abierto abierta apertura
volver vuelvo vuelve vuelto
morir muere murió muerto
empezar empiezo empieza comienzo
contar cuento cuenta
soñar sueño sueña
encontrar encuentro encuentra
perder pierdo pierde pérdida
preferir prefiero prefiere prefirió
doler duele duelen dolor
seguir sigo sigue siguió
caer caigo cayó caída
leer leyó leído
oír oigo oye oyó
salir salgo sale
cocer cuece
probar pruebo prueba
costar cuesta cuestan
nadar nado nada natación
mudarse mudanza mudamos`,
  time: {
    months: 'enero febrero marzo abril mayo junio julio agosto septiembre|setiembre octubre noviembre diciembre',
    weekdays: 'domingo lunes martes miercoles jueves viernes sabado',
    days: 'hoy|esta_noche ayer|anoche anteayer|antier',
    units: 'dias? semanas? fin_de_semana mes|meses anos?',
    numbers: 'una? dos tres cuatro cinco seis siete ocho nueve diez',
    last: 'pasad[oa]s?|ultim[oa]s?',
    this: 'este|esta',
    ago: ['hace', ''],
    of: 'de|del',
    others: 'manana|recientemente|desde|proxim[oa]|primavera|verano|otono|invierno',
    when: '(?:desde |hasta )?cuando|cuanto tiempo|(?:en )?que (?:ano|mes|dia|fecha)|a que hora',
    doing:
      'dia|muestra\\p{L}*|cuentame|cuentanos|contame|recuerdame|termin(?:e|o|amos|aron)|estuve|estuvimos|paso|pasa|pasado|ocurri\\p{L}+|sucedi\\p{L}+|hice|hicimos|hiciste|hacia|hecho|decid\\p{L}+|discut\\p{L}+|habl\\p{L}+|trabaj\\p{L}+|aprend\\p{L}+|dije|dijimos|acord\\p{L}+|notas|eventos|cosas|recuerdos|novedades|nuevo|lista|resum\\p{L}+|guard\\p{L}+|apunt\\p{L}+',
  },
  ends: {
    until: 'hasta (?:el |la |finales de |el proximo |el dia )?|valid[oa]s? hasta (?:el )?|vigente hasta (?:el )?',
    expires: 'caduca\\p{L}*|vence\\p{L}*|expira\\p{L}*|termina|acaba|finaliza',
    tomorrow: '(?<!(?:la|de|esta|una) )manana',
    next: 'proxim[oa]|que viene',
    end: '(?:el )?fin(?:al|ales)? (?:de|del)(?: la| este| esta)?',
    range: ['del|desde el|de', 'al|hasta el'],
    passing:
      'vacaciones|de baja|viaje|viajando|enferm[oa]s?|ausente|fuera|teletrabajo|de visita|visita|invitados|de guardia|cita|reunion|demo|examen|vuelo|cerrad[oa]s?|hotel|conferencia|taller|permiso',
    never:
      'aplaz\\p{L}+|movi\\p{L}+|pospuest\\p{L}+|posp\\p{L}+|tod[oa]s l[oa]s|cada|siempre|normalmente|a menudo|suel\\p{L}+|a diario|cumpleanos|si|debo|debe|tengo que|hay que',
    past: 'estuv\\p{L}+|era|eran|fue|fueron|habia|tuv\\p{L}+|trabaj(?:e|o|aba|amos)|viv(?:i|io|ia|iamos)|estaba\\p{L}*|duro|qued(?:e|o|amos)|decid\\p{L}+|(?:he|has|ha|hemos|han) \\p{L}+(?:ado|ido|cho|sto)',
  },
  tasks: {
    left: 'por hacer|(?:tengo|tenemos|hay|queda|quedan|falta|faltan) (?:(?:algo )?(?:que|por) )?hacer|sin (?:hacer|terminar)|no (?:he|hemos) (?:hecho|terminado)',
    finished: '(?:he|hemos|has) (?:hecho|terminado|completado)|ya (?:hice|hicimos|esta hecho)',
    open: 'pendientes?|abiert[oa]s?|quedan?|faltan?',
    done: 'hech[oa]s?|terminad[oa]s?|completad[oa]s?|acabad[oa]s?',
    dropped: 'cancelad[oa]s?|descartad[oa]s?|abandonad[oa]s?',
    task: 'tareas?|cosas?|to-?dos?|lista',
  },
};

const SHORT = /^([aeiou].{2,}?)(?:[aei]r(?:me|te|se|nos|os|los?|las?|les?)?|[aeo])$/;
