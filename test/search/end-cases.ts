/**
 * Statements, said on Wednesday 2026-11-25 at 11:00 in Vienna, and until when they hold: a day to its end, a time of the
 * clock, or - for those that do not end.
 */
export const endCases: Readonly<Record<string, string>> = {
  English: `
2027-03-01 There is a code freeze until 1 March 2027
2026-11-27 I'm on vacation until Friday
2026-11-30 The office is closed until Monday
2026-11-30 We are staying in a hotel through the end of the month
2026-11-26 I am on vacation from the 12th to the 26th
2026-12-20 I'm on vacation from the 10th to the 20th of December
2026-11-29 I'm working from Lisbon this week
2026-11-26 I have a dentist appointment tomorrow at 10
2026-12-31 The coupon is valid through 31 December 2026
2028-05-03 My passport expires on 3 May 2028
2027-03-31 Ana is on parental leave until March 2027
2026-12-12 The trial ends on December 12
2026-12-04 Deploys are frozen until Dec 4th
2026-11-25T17:00 The meeting room is booked until 5 pm today
2026-12-07 I'm out of office till December 7
2026-12-31 Until the end of the year invoices go to Ben
2026-11-29 I'm on call this weekend
2027-01-15 Discount code SPRING, valid until 2027-01-15
2026-12-06 Next week I am travelling
2026-11-26 The demo for the board is tomorrow afternoon
2026-11-27 田中さん is on vacation until Friday
- The lift is out of order until further notice
- Dark mode is planned for the December release
- I go running every Friday
- My birthday is on 3 May
- I have lived in Graz since 2019
- I lived in Berlin until Friday
- Until recently I used npm
- The shop is open until 5 pm every day
- Yesterday we shipped version 2
- I worked at Acme until March 2021
- I was in Rome until Monday
- We decided this week to use PostgreSQL
- I moved to Lisbon this week
- The report is due by Friday
- Tomorrow we switch to pnpm
- Retry until it succeeds
- The store is open Monday to Friday
- The war lasted from 1939 to 1945
- Is the freeze on until Friday?
- I moved to Lisbon for good and I'm on vacation until Friday
- Wait until the build is green before you deploy
- I usually work until Friday
- On Sundays the museum is open until 4`,
  German: `
2026-11-27 Ich bin bis Freitag im Urlaub
2027-03-01 Bis zum 1. März 2027 gilt ein Code-Freeze
2026-11-30 Das Büro ist bis Montag geschlossen
2026-11-30 Bis Ende des Monats wohnen wir im Hotel
2026-11-26 Ich bin vom 12. bis 26. im Urlaub
2026-11-29 Diese Woche bin ich in Lissabon unterwegs
2026-11-26 Morgen um 10 habe ich einen Zahnarzttermin
2028-05-03 Mein Reisepass läuft am 3. Mai 2028 ab
2026-12-31 Der Gutschein ist gültig bis 31.12.2026
2026-12-06 Nächste Woche bin ich auf Dienstreise
- Ich gehe jeden Freitag laufen
- Ich habe bis März 2021 bei Siemens gearbeitet
- Ich war bis Montag in Rom
- Seit 2019 wohne ich in Graz
- Der Laden hat täglich bis 18 Uhr geöffnet
- Bis vor kurzem habe ich npm benutzt
- Ich muss den Bericht bis Freitag abgeben
- Diese Woche haben wir uns für PostgreSQL entschieden
- Gestern haben wir Version 2 ausgeliefert`,
  French: `
2026-11-27 Je suis en vacances jusqu'à vendredi
2027-03-01 Le gel du code dure jusqu'au 1er mars 2027
2026-11-30 Le bureau est fermé jusqu'à lundi
2026-11-30 Nous logeons à l'hôtel jusqu'à la fin du mois
2026-11-26 Je suis en congé du 12 au 26
2026-11-29 Cette semaine je suis en déplacement à Lisbonne
2026-11-26 J'ai rendez-vous chez le dentiste demain à 10 h
2028-05-03 Mon passeport expire le 3 mai 2028
2026-12-31 Le bon est valable jusqu'au 31 décembre 2026
- Je cours tous les vendredis
- J'ai travaillé chez Renault jusqu'en mars 2021
- J'étais à Rome jusqu'à lundi
- J'habite à Graz depuis 2019
- La boutique est ouverte jusqu'à 18 h tous les jours
- Hier nous avons livré la version 2
- Cette semaine nous avons choisi PostgreSQL`,
  Spanish: `
2026-11-27 Estoy de vacaciones hasta el viernes
2027-03-01 Hay congelación de código hasta el 1 de marzo de 2027
2026-11-30 La oficina está cerrada hasta el lunes
2026-11-30 Vivimos en un hotel hasta fin de mes
2026-11-26 Estoy de vacaciones del 12 al 26
2026-11-29 Esta semana estoy de viaje en Lisboa
2026-11-26 Mañana a las 10 tengo cita con el dentista
2028-05-03 Mi pasaporte caduca el 3 de mayo de 2028
- Corro todos los viernes
- Trabajé en Telefónica hasta marzo de 2021
- Estuve en Roma hasta el lunes
- Vivo en Graz desde 2019
- La tienda abre hasta las 18 todos los días
- Ayer entregamos la versión 2
- Esta semana decidimos usar PostgreSQL`,
  Italian: `
2026-11-27 Sono in ferie fino a venerdì
2027-03-01 C'è un blocco del codice fino al 1 marzo 2027
2026-11-30 L'ufficio è chiuso fino a lunedì
2026-11-30 Siamo in albergo fino alla fine del mese
2026-11-26 Sono in ferie dal 12 al 26
2026-11-29 Questa settimana sono in viaggio a Lisbona
2026-11-26 Domani alle 10 ho un appuntamento dal dentista
2028-05-03 Il mio passaporto scade il 3 maggio 2028
- Corro ogni venerdì
- Ho lavorato alla Fiat fino a marzo 2021
- Ero a Roma fino a lunedì
- Vivo a Graz dal 2019
- Il negozio è aperto fino alle 18 tutti i giorni
- Ieri abbiamo consegnato la versione 2
- Questa settimana abbiamo scelto PostgreSQL`,
  Portuguese: `
2026-11-27 Estou de férias até sexta-feira
2027-03-01 Há um congelamento de código até 1 de março de 2027
2026-11-30 O escritório está fechado até segunda-feira
2026-11-30 Ficamos no hotel até ao fim do mês
2026-11-29 Esta semana estou em viagem a Lisboa
2026-11-26 Amanhã às 10 tenho consulta no dentista
2028-05-03 O meu passaporte expira em 3 de maio de 2028
- Corro todas as sextas-feiras
- Trabalhei na Galp até março de 2021
- Estive em Roma até segunda-feira
- Moro em Graz desde 2019
- A loja está aberta até às 18 todos os dias
- Ontem entregámos a versão 2`,
  Dutch: `
2026-11-27 Ik ben tot vrijdag op vakantie
2027-03-01 Er geldt een code freeze tot 1 maart 2027
2026-11-30 Het kantoor is tot maandag gesloten
2026-11-30 We logeren tot het einde van de maand in een hotel
2026-11-29 Deze week ben ik op reis in Lissabon
2026-11-26 Morgen om 10 uur heb ik een afspraak bij de tandarts
2028-05-03 Mijn paspoort verloopt op 3 mei 2028
- Ik loop elke vrijdag hard
- Ik heb tot maart 2021 bij Philips gewerkt
- Ik was tot maandag in Rome
- Ik woon sinds 2019 in Graz
- De winkel is elke dag tot 18 uur open
- Gisteren hebben we versie 2 uitgebracht`,
  Swedish: `
2026-11-27 Jag har semester till fredag
2027-03-01 Det är kodstopp till och med den 1 mars 2027
2026-11-30 Kontoret är stängt till måndag
2026-11-30 Vi bor på hotell till slutet av månaden
2026-11-29 Den här veckan är jag på resa i Lissabon
2026-11-26 I morgon klockan 10 har jag tid hos tandläkaren
2028-05-03 Mitt pass går ut den 3 maj 2028
- Jag springer varje fredag
- Jag arbetade på Volvo till mars 2021
- Jag var i Rom till måndag
- Jag bor i Graz sedan 2019
- Butiken har öppet till 18 varje dag`,
  Norwegian: `
2026-11-27 Jeg har ferie til fredag
2027-03-01 Det er kodefrys til 1. mars 2027
2026-11-30 Kontoret er stengt til mandag
2026-11-30 Vi bor på hotell til slutten av måneden
2026-11-29 Denne uken er jeg på reise i Lisboa
2026-11-26 I morgen klokka 10 har jeg time hos tannlegen
2028-05-03 Passet mitt utløper 3. mai 2028
- Jeg løper hver fredag
- Jeg jobbet i Telenor til mars 2021
- Jeg var i Roma til mandag
- Jeg har bodd i Graz siden 2019
- Butikken er åpen til 18 hver dag`,
  Danish: `
2026-11-27 Jeg har ferie indtil fredag
2027-03-01 Der er kodestop til 1. marts 2027
2026-11-30 Kontoret er lukket til mandag
2026-11-30 Vi bor på hotel til slutningen af måneden
2026-11-29 Denne uge er jeg på rejse i Lissabon
2026-11-26 I morgen klokken 10 har jeg tid hos tandlægen
2028-05-03 Mit pas udløber den 3. maj 2028
- Jeg løber hver fredag
- Jeg arbejdede hos Novo indtil marts 2021
- Jeg var i Rom indtil mandag
- Jeg har boet i Graz siden 2019
- Butikken har åbent til 18 hver dag`,
  Finnish: `
2026-11-27 Olen lomalla perjantaihin asti
2027-03-01 Koodi on jäädytetty 1. maaliskuuta 2027 asti
2026-11-30 Toimisto on kiinni maanantaihin saakka
2026-11-30 Asumme hotellissa kuukauden loppuun asti
2026-11-29 Tällä viikolla olen matkoilla Lissabonissa
2026-11-26 Huomenna kello 10 minulla on aika hammaslääkärille
- Juoksen joka perjantai
- Työskentelin Nokialla maaliskuuhun 2021 asti
- Olin Roomassa maanantaihin asti
- Olen asunut Grazissa vuodesta 2019
- Kauppa on auki kello 18 asti joka päivä`,
  Polish: `
2026-11-27 Jestem na urlopie do piątku
2027-03-01 Obowiązuje zamrożenie kodu do 1 marca 2027
2026-11-30 Biuro jest zamknięte do poniedziałku
2026-11-30 Mieszkamy w hotelu do końca miesiąca
2026-11-29 W tym tygodniu jestem w podróży w Lizbonie
2026-11-26 Jutro o 10 mam wizytę u dentysty
2028-05-03 Mój paszport wygasa 3 maja 2028
- Biegam w każdy piątek
- Pracowałem w Orlenie do marca 2021
- Byłem w Rzymie do poniedziałku
- Mieszkam w Grazu od 2019
- Sklep jest otwarty do 18 codziennie`,
  Russian: `
2026-11-27 Я в отпуске до пятницы
2027-03-01 Действует заморозка кода до 1 марта 2027
2026-11-30 Офис закрыт до понедельника
2026-11-30 Мы живём в гостинице до конца месяца
2026-11-29 На этой неделе я в командировке в Лиссабоне
2026-11-26 Завтра в 10 у меня приём у стоматолога
2028-05-03 Мой паспорт истекает 3 мая 2028
- Я бегаю каждую пятницу
- Я работал в Яндексе до марта 2021
- Я был в Риме до понедельника
- Я живу в Граце с 2019 года
- Магазин открыт до 18 каждый день`,
  Turkish: `
2026-11-27 Cuma gününe kadar izindeyim
2027-03-01 1 Mart 2027 tarihine kadar kod dondurma var
2026-11-30 Ofis pazartesiye kadar kapalı
2026-11-30 Ay sonuna kadar otelde kalıyoruz
2026-11-29 Bu hafta Lizbon'da seyahatteyim
2026-11-26 Yarın saat 10'da dişçide randevum var
- Her cuma koşuyorum
- Mart 2021'e kadar Arçelik'te çalıştım
- Pazartesiye kadar Roma'daydım
- 2019'dan beri Graz'da yaşıyorum
- Dükkan her gün 18'e kadar açık`,
  Chinese: `
2027-03-01 代码冻结到2027年3月1日
2026-11-27 电梯停用到周五
2026-11-26 我从12号到26号休假
2026-11-29 我这周出差
2026-11-26 明天上午10点有个会议
2028-05-03 护照2028年5月3日到期
2026-11-30 车库关闭到本月底
- 每周五我去游泳
- 我的生日是5月3日
- 发版推迟到周五
- 这周四赶上中秋，发版顺延到周五
- 报告要在周五提交
- 他曾经在罗马住到2021年3月`,
  Japanese: `
2027-03-01 コードフリーズは2027年3月1日までです
2026-11-27 エレベーターは金曜日まで使えません
2026-11-29 今週は出張です
2026-11-26 明日10時に歯医者の予約があります
2028-05-03 パスポートは2028年5月3日に失効します
2026-12-06 来週は休暇です
2026-11-26 12日から26日まで休みです
- 毎週金曜日はヨガです
- 誕生日は5月3日です
- 金曜日までにレポートを出す
- 先月まで大阪に住んでいました
- 来月で4歳だから、ケーキを予約しようかな`,
  Korean: `
2027-03-01 코드 프리즈는 2027년 3월 1일까지입니다
2026-11-27 엘리베이터는 금요일까지 고장입니다
2026-11-29 이번 주는 휴가예요
2026-11-26 내일 10시에 치과 예약이 있어요
2028-05-03 여권은 2028년 5월 3일에 만료됩니다
2026-11-26 12일부터 26일까지 휴가입니다
- 매주 금요일에 수영을 해요
- 생일은 5월 3일이에요
- 4월 10일까지 작품을 내야 합니다
- 병원 예약을 다음 주로 미뤘어요
- 2021년 3월까지 부산에 살았어요`,
};
