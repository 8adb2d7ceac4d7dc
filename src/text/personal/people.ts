import { once } from '../../base/once.ts';

/** Given names that are hardly ever the name of a thing, by where they are common; in Latin letters and Cyrillic. */
const given = `
  aaron abigail adam adrian aidan alan albert alexander alexandra alice allison amanda amelia andrea andrew angela anna anne anthony
  arthur ashley audrey barbara benjamin bernard beth betty brandon brenda brian bridget bruce bryan caitlin cameron carla carlos caroline
  catherine charlotte chris christian christina christine christopher cindy claire clara colin craig cynthia daniel danielle david deborah
  debra dennis derek diana diane donald donna dorothy douglas dylan edward eileen elaine elena eleanor elizabeth ellen emily emma eric
  erica erik erin ethan eugene eva evan evelyn felicity fiona frances francis gabriel gareth gary geoffrey george gerald gillian graham
  gregory hannah harold harry heather helen henry howard hugh ian irene isaac isabel isabella jacob jacqueline james jane janet janice
  jason jeffrey jennifer jeremy jerry jesse jessica jill joan joanna joe joel john jonathan jordan joseph joshua joyce judith judy julia
  julian julie justin karen katherine kathleen kathryn katie keith kelly kenneth kevin kim kimberly kirsten kyle larry laura lauren
  lawrence leah leonard leslie lewis liam linda lisa liz logan lori louis louise lucas lucy luke lydia madison malcolm margaret maria
  marie marilyn martha martin marvin mary matthew maureen megan melanie melissa michael michelle miranda molly monica morgan nancy naomi
  natalie nathan nicholas nicola nicole nigel noah nora norman olivia oscar owen pamela patricia patrick paul paula peggy penelope peter
  philip phillip phoebe rachel ralph raymond rebecca richard robert roger ronald rosemary roy russell ruth ryan samantha samuel sandra
  sarah scott sean sebastian sharon sheila shirley simon sophia sophie stacey stanley stella stephanie stephen steven stuart susan suzanne
  sylvia tanya tara teresa terry thomas timothy tina todd tracy trevor tyler valerie vanessa victoria vincent walter wayne wendy william
  yvonne zachary zoe alex sam ben dan tom tim bob jim jon mike dave steve nick matt ted ed greg jeff josh andy tony ron ken phil pete kate
  jenny sue meg becky abby ali ada ana achim andreas anke anja anneliese annette antje astrid axel bärbel bastian beate benedikt bernd
  birgit björn brigitte burkhard carsten christa christoph claudia cornelia dagmar detlef dieter dirk dominik doris eberhard eckhard elke
  elmar emil erich ernst erwin felix ferdinand florian franz franziska frauke friedrich fritz gabi gabriele georg gerd gerhard gertrud
  gisela gregor greta gudrun günter günther hanna hans harald hartmut heidi heike heiko heinrich heinz helga helge helmut henning henrike
  herbert hermann hildegard holger horst hubert inge ingo ingrid jakob jan jana jannik jens joachim jochen johann johanna johannes jonas
  jörg josef jürgen jutta kai karin karl karsten katharina katja katrin kerstin klara klaus konrad konstantin kurt lars lena leonie
  lennart lorenz lothar ludwig lukas lutz magda magdalena maike manfred manuel manuela marcel marco marcus mareike marion markus marlene
  matthias mathias maximilian mara meike merle michaela mirjam monika moritz nadine niklas nils norbert olaf oliver oskar otto pascal
  petra pia rainer ralf regina reiner reinhard renate roland rolf rüdiger rudolf sabine sascha sandro sibylle siegfried sigrid silke
  silvia simone sofie sonja stefan stefanie steffen svenja sven susanne swen tanja thilo thorsten tilman tobias torsten udo ulf ulrich
  ulrike ursula uta ute uwe veronika viktor viktoria volker waltraud werner wiebke wilfried wilhelm winfried wolfgang yannick adèle agathe
  alain amélie anaïs antoine arnaud aurélie aurélien baptiste béatrice benoît bertrand camille cécile cédric céline chantal chloé clément
  corinne damien delphine denis didier dominique édouard élise élodie émilie emmanuel étienne fabien fabrice françois françoise frédéric
  gaëlle geneviève gérard gilles guillaume hélène hervé inès isabelle jacques jean jeanne jérémy jérôme joëlle joséphine julien juliette
  laetitia laurence laurent léa léo loïc lucie luc madeleine manon margaux marianne mathieu mathilde maud maxime mélanie michel mireille
  monique morgane nathalie nicolas noémie odile olivier patrice philippe pierre pauline raphaël régis rémi rené romain sabrina sandrine
  sébastien serge séverine sylvain sylvie thibault thierry valentin valérie véronique victor virginie xavier yann yves alejandro alejandra
  alfonso alonso álvaro amparo andrés ángel ángela antonio araceli arturo beatriz begoña belén bernardo blanca camila carmen catalina
  césar concepción consuelo cristian cristina cristóbal daniela diego dolores eduardo elisa emilio enrique ernesto esperanza esteban
  eugenia fabián federico felipe fernanda fernando francisca francisco gabriela gerardo gonzalo graciela guadalupe guillermo gustavo
  héctor hernán ignacio inés inma iker isidro iván ivonne jaime javier jesús joaquín jorge josé josefa juan juana julián julio leandro
  leticia lorena lucía luis luisa marcela marcelo margarita mariana mario marta mateo mauricio miguel mónica montserrat natalia nuria
  octavio pablo paloma patricio pedro rafael ramiro ramón raquel raúl ricardo rocío rodrigo rosario rubén salvador santiago sergio sofía
  soledad susana tomás valentina vicente ximena yolanda afonso aline amadeu anabela bruna bruno caetano caio catarina cláudia débora diogo
  duarte edson fábio fabiana fátima filipa filipe flávio gilberto giovana guilherme helena henrique inácio isabela joão joana josué
  juliana larissa leonardo letícia lívia luana luciana luciano luíza luiz marcos matheus maurício nuno otávio paulo rafaela renata renato
  rita rogério rui sílvia tatiana thaís thiago tiago vinícius vitória wagner alberto aldo alessandra alessandro alessia alessio angelo
  annalisa arianna beatrice bianca caterina chiara claudio cristiano dario davide domenico donatella edoardo elisabetta enrico enzo fabio
  fabrizio federica filippo flavia francesca francesco gabriella giacomo gianluca gianni giorgia giorgio giovanna giovanni giulia giulio
  giuseppe graziella ilaria lorenzo luca lucia luigi maddalena marcello martina massimo matteo mattia maurizio michela nicoletta nicolò
  paola paolo pietro raffaella riccardo roberta roberto rossella salvatore serena silvio stefania stefano tommaso umberto valentino
  valerio vittoria vittorio anouk arjan bram daan diederik edwin eline esther femke floor floris frits geert gerrit gijs guus hanneke harm
  hendrik hidde ilse jaap janneke jelle jeroen joost joris jurgen karel kees koen lieke lotte maaike maarten marijke marieke marjolein
  martijn mieke niels pieter pim rianne rik roos ruben rutger ruud saskia sander sanne sjoerd sjors stijn suzan teun thijs tijn tjeerd
  willem wouter agnieszka aleksander aleksandra andrzej aneta arkadiusz bartek bartłomiej bartosz beata bogdan bożena celina czesław
  damian danuta dariusz dominika dorota elżbieta ewa ewelina grażyna grzegorz henryk ignacy iwona izabela jacek jadwiga jakub janina
  janusz jarek jarosław jolanta justyna kacper kamil kamila karol karolina katarzyna kazimierz kinga krystyna krzysztof leszek lidia
  łukasz maciej małgorzata marcin marek mariusz marzena mateusz michał mieczysław mirosław oliwia patryk paulina paweł piotr przemysław
  radosław rafał ryszard sławomir stanisław sylwia szymon tadeusz tomasz urszula waldemar wiesław wiktoria wojciech zbigniew zdzisław
  zofia zuzanna agneta anders annika arvid åke åsa bengt berit bjarne börje britta christer ebba einar eivind elin erling espen eva-lena
  finn fredrik freja frida geir gøran göran grete gunilla gunnar gustav håkan håvard hanne harri hege heikki henrik hilde inger ingvar
  ivar jari jarkko jesper johan jørgen juha jukka kaisa kalle karianne kari katarina kimmo kirsi kjell klas knut kristian kristin kristina
  lasse leif linnea linus lise mads magnus maja malin margareta mette mikael mikkel mikko minna morten nina olof olav outi øystein øyvind
  pekka pelle petter pirjo ragnar randi reidar rikke sami sari signe sigurd silje siv sofus sören søren stein stina svein sverre tapio
  teemu terje thor timo tine tiina tomi tommi torbjørn torbjörn tove trine trond ulrika vegard veikko vidar ville åsmund abdullah ahmed
  ahmet aisha amina amir anwar ayşe aylin bilal burak cengiz ebru emine emre erdem erkan esra fadi farid fatima fatma fatih faruk gökhan
  gül hakan halil hamza hasan hassan hatice hüseyin hussein ibrahim idris imran ismail jamal kamal kemal khalid layla leila mahmoud mahmut
  mehmet merve mohamed mohammad mohammed murat mustafa nadia nasser nour okan olga omar ömer orhan osman özgür özlem rashid recep salim
  samir selin selim serkan sibel sinan süleyman tarik tariq tolga uğur ümit volkan walid yasemin yasin yasmin yousef yusuf zeynep zainab
  aditi aditya ajay akash akhil amit amrita ananya anil anita anjali ankit anusha aparna arjun aravind ashok bhavna chandra deepa deepak
  deepika dinesh divya ganesh gaurav geeta girish gopal harish harsh hemant ishaan jyoti kamala kapil karthik kavita kiran kishore
  krishnan lakshmi lalit mahesh manish manisha manoj meera mohit mukesh nandini naveen neha nikhil nilesh nisha nitin pallavi pankaj pooja
  pradeep prakash pranav prashant praveen preeti priya priyanka rahul rajesh rajiv rakesh ramesh rashmi ravi rekha ritu rohan rohit sachin
  sandeep sangeeta sanjay sanjana satish shalini shankar sharad shilpa shreya shruti sneha srinivas subhash sudha sunil sunita suresh
  swati tanvi tarun usha vandana varun venkat vidya vijay vikas vikram vinay vineet vinod vishal vivek yash akira aiko ayumi daisuke emiko
  haruka haruki haruto hideo hiroshi hiroko kaori kazuki kazuo keiko kenji kenta kenichi kumiko makoto mariko masahiro masao mayumi
  michiko midori minoru mitsuko miyuki naoki naoko noboru nobuo reiko rika ryota sachiko satoshi shigeru shinji shota takashi takeshi
  takuya tatsuya tetsuya tomoko toshio tsubasa yasuo yoko yosuke yui yuka yuki yukiko yumi yusuke yuta haejin hyejin hyun jihoon jihye
  jimin jinwoo jisoo jiwon joon junho kyung minho minji minjun minsu seojun seoyeon seung sooyoung sunghoon sungmin yeji yejin yoonji
  youngho youngsoo fang guang haoran hongwei jianguo jiayi jing junjie lijuan meiling mingming peng qiang ruolan shuang tingting wei
  weiwei xiaoling xiaoming xinyi xuan yuhan yifan yixuan yuchen zhang zhiwei zihan anh dung duc hien hoa hoang huong huyen khanh linh minh
  ngoc nguyen nhung phuong quang quynh thanh thao thuy trang trung tuan uyen agus bambang budi dewi fitri hendra indah joko lestari putri
  rina siti slamet sri wahyu wayan yanti chidi chinedu chioma emeka ifeoma kwame kofi kwabena ngozi nkechi obinna olumide oluwaseun segun
  temitope tunde wanjiku yaw zanele sipho andrei alin cătălin cosmin cristi dragoș florin gheorghe ioan ioana ionuț liviu mihaela mihai
  mircea răzvan radu ștefan vlad béla csaba dávid ferenc gábor géza györgy ildikó imre istván jános judit katalin lászló miklós péter
  sándor tamás tibor zoltán zsófia zsolt zsuzsanna aleš bohumil jaroslav jiří kateřina lenka lukáš markéta michal milan miroslav ondřej
  pavel petr radek tereza tomáš václav vojtěch zdeněk dimitris giannis giorgos konstantinos kostas nikos panagiotis vasilis yannis aleksey
  alexei anastasia anatoly andrey anton artem boris daria dmitri dmitry ekaterina evgeny galina grigory igor ilya irina ivan kirill ksenia
  larisa leonid lev lyudmila marina maxim mikhail nadezhda natalya nikita nikolai oksana oleg roman ruslan sergei sergey stanislav
  svetlana taras tatyana timur vadim valery vasily vera vitaly vladimir volodymyr vyacheslav yana yaroslav yegor yelena yevgeny yulia yuri
  zoya александр александра алексей алёна алина алла анастасия анатолий андрей анна антон артём артем богдан борис вадим валентина валерий
  василий вера виктор виктория виталий владимир владислав вячеслав галина георгий григорий даниил дарья денис дмитрий евгений евгения егор
  екатерина елена елизавета иван игорь илья инна ирина кирилл константин ксения лариса леонид лилия людмила максим марина мария михаил
  надежда наталья наташа никита николай оксана олег ольга павел пётр петр полина роман руслан светлана сергей софия станислав степан
  тамара тарас татьяна тимур фёдор юлия юрий яна ярослав`;

/** Names that are words too: at the beginning of a sentence they may be either. */
const ambiguous =
  'mark will grant rose max jack frank grace bill pat rob drew chase hope faith joy holly dawn hugo can iris';

const setOf = (words: string) => new Set(words.trim().split(/\s+/u));
const names = once(() => setOf(given));
const doubtful = once(() => setOf(ambiguous));

/** Whether a word is a common given name; one that is a word too ("Rose") only within a sentence. */
export function isGivenName(word: string, isInside = false): boolean {
  const known = word.normalize('NFC').toLowerCase();
  return names().has(known) || (isInside && doubtful().has(known));
}

/** Words behind or before which a word with a capital is a person, and forms that address one. */
const addressed =
  /(?<![\p{L}\p{N}])(?:M(?:r|rs|s|x|me|lle|onsieur)|Dr|Prof|Herrn?|Frau|[Ss]e(?:ñor|nhor)a?|Sra?|[Dd]o(?:n|ña)|[Ss]ignora?|[Mm]eneer|[Mm]evrouw|[Pp]ani?)\.?[ \u00a0]\p{Lu}\p{Ll}/u;
const inAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,6}(?:さん|様|氏|くん|君|ちゃん|先生|老师|老師|经理|經理|总监|部長|課長|同学)|\p{Script=Hangul}{2,4} ?(?:님|씨|팀장|대리|과장|부장)/u;
const handle = /(?<![\p{L}\p{N}._%+@/-])@[\p{L}][\p{L}\p{N}_-]{1,38}(?![\p{L}\p{N}/@.])/u;
/** Words before a name that has a role: "Releases are cut by Xiadani." */
const before = setOf(
  'by ask ping contact frag fragt von durch demande demander demandez par pregunta preguntar por chiedi chiedere da vraag door zapytaj spytaj przez спроси спросите fråga spør spørg kysy',
);
/** What stands behind such a name, if its sentence goes on. */
const behind = setOf("first before about if when zuerst vorher d'abord primero prima eerst najpierw сначала");
/** What says of a word with a capital that it is a colleague: "Xiadani is on call this week." */
const roles =
  /^(?:(?:is|was) (?:our|the) (?:[\p{L}-]+ ){0,2}(?:lead|owner|maintainer|manager|reviewer|contact|boss|cto|ceo|architect|designer|admin)|is (?:responsible|on call|in charge|on leave)|(?:left|joined) (?:the team|the company|us)|reviews (?:all|every)|signs off|hat urlaub|ist (?:zuständig|verantwortlich))(?!\p{L})/u;
/** How many words of a role are read. */
const maxRole = 6;

/** A word that may be a name, with the marks around it. */
const capital = /^[("“„«'*_[]{0,3}(\p{Lu}[\p{Ll}\p{M}]+(?:-\p{Lu}\p{Ll}+)?)(?:['’]s)?([)"”»'*_\],;:.!?]{0,3})$/u;
const endsSentence = (word: string | undefined) => word === undefined || /[.!?:]["”»)]?$/u.test(word);

/**
 * Whether a text seems to name a person: by a common given name, a title, a handle, or a role that a name stands beside.
 * In doubt it does. Linear in the text.
 */
export function namesPerson(text: string): boolean {
  if (addressed.test(text) || inAsian.test(text) || handle.test(text)) return true;
  const words = text.normalize('NFC').split(/[\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/u);
  return words.some((word, i) => {
    const [, name, marks = ''] = capital.exec(word) ?? [];
    if (name === undefined) return false;
    const known = name.toLowerCase();
    if (names().has(known) || (doubtful().has(known) && !endsSentence(words[i - 1]))) return true;
    const next = words[i + 1]?.toLowerCase().replace('’', "'");
    const isLast = next === undefined || /[.!?]/.test(marks);
    if (before.has(words[i - 1]?.toLowerCase() ?? '') && (isLast || behind.has(next))) return true;
    return (
      marks === '' &&
      roles.test(
        words
          .slice(i + 1, i + 1 + maxRole)
          .join(' ')
          .toLowerCase(),
      )
    );
  });
}
