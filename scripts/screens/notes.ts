/** A memory of the story: on which of its days it was stored, and under which category. */
type Note = readonly [day: number, category: string, content: string];

/** Memories of an agent over months of a project: the harbour's booking service. */
export const notes: readonly Note[] = [
  [0, 'goals', 'The harbour opens online booking for its 140 berths before the summer season.'],
  [0, 'facts', 'Tidewater is the booking service of the harbour at Sines; its code is in the repository tidewater.'],
  [1, 'relationships', 'Maya leads Tidewater, Jonas writes the service, Inês runs the harbour office.'],
  [1, 'preferences', 'Maya wants short answers: the result first, then the reasons.'],
  [2, 'decisions', 'Tidewater is one TypeScript service with PostgreSQL; no second language for jobs.'],
  [4, 'facts', 'Berths 1 to 40 take boats up to 8 metres, 41 to 110 up to 12, 111 to 140 up to 20.'],
  [6, 'preferences', 'Jonas prefers small pull requests, one thing each, with a test that failed before.'],
  [
    9,
    'events',
    'On 24 January the first prototype was shown to the harbour office; the plan of berths was liked best.',
  ],
  [9, 'facts', 'The harbour office works from eight to four, in summer until ten in the evening.'],
  [14, 'decisions', 'A berth is held for fifteen minutes while a guest pays, then it is free again.'],
  [15, 'facts', 'Payments go through the harbour’s own bank account; refunds within two days are free.'],
  [21, 'goals', 'No guest may wait longer than a second for the plan of berths, on a phone by the pier too.'],
  [22, 'events', 'Load test on 6 February: 400 bookings a minute, the database at a third of its power.'],
  [23, 'decisions', 'Dates of a booking are stored without a time zone: a night is a night of the harbour.'],
  [30, 'relationships', 'Inês decides what guests read; every text for guests goes to her first.'],
  [37, 'preferences', 'The harbour office wants letters to guests in Portuguese and English, side by side.'],
  [38, 'facts', 'The tide tables come from the hydrographic institute every Monday as a CSV file.'],
  [44, 'events', 'On 28 February two guests got the same berth; the lock was taken after the check, not before.'],
  [
    44,
    'decisions',
    'A booking takes the berth’s lock first and looks afterwards; the double booking cannot come back.',
  ],
  [51, 'facts', 'Boats with a dog get berths 12 to 18, near the gate.'],
  [58, 'goals', 'By May guests can change the dates of a booking themselves.'],
  [65, 'preferences', 'Maya reads the weekly summary on Monday morning on the train; it should fit one page.'],
  [72, 'events', 'Online booking opened on 28 March with 61 bookings on the first day.'],
  [73, 'facts', 'Most bookings are made between nine and eleven in the evening.'],
  [79, 'decisions', 'Searches for free berths read a copy of the plan that is at most ten seconds old.'],
  [86, 'relationships', 'Duarte repairs the electricity of the piers and wants to be told a day before.'],
  [93, 'facts', 'Berth 77 has no electricity until the autumn.'],
  [100, 'preferences', 'Jonas wants alerts by message only when a guest is affected.'],
  [107, 'events', 'On 2 May the bank was away for forty minutes; 23 holds were kept until it was back.'],
  [107, 'decisions', 'When the bank is away a hold is kept for an hour and the guest is written to.'],
  [121, 'goals', 'Reduce calls to the office about invoices by half before August.'],
  [128, 'facts', 'An invoice needs the boat’s registration and the length in metres.'],
  [135, 'preferences', 'The office prefers a list it can print to a page it must scroll.'],
  [149, 'events', 'The regatta on 13 June filled all berths; eleven boats lay in the fishing harbour.'],
  [150, 'decisions', 'For regattas the office can open the fishing harbour’s twelve places in Tidewater.'],
  [163, 'facts', 'The deepest berths are 121 to 126, four metres at low water.'],
  [177, 'relationships', 'Helena of the tourist office shows Tidewater on the town’s page.'],
  [191, 'goals', 'Season tickets for residents from next year.'],
  [205, 'events', 'On 8 August there were 1,912 bookings in one day, the most so far.'],
  [206, 'facts', 'Residents of Sines pay forty per cent less from October to April.'],
  [219, 'decisions', 'Season tickets are bookings of 365 nights with one invoice; no new kind of record.'],
  [233, 'preferences', 'Maya likes drawings better than tables when something has more than three parts.'],
  [247, 'events', 'In the storm of 19 September pier C was closed for two days; all 34 guests were moved.'],
  [248, 'decisions', 'A closed pier is a booking by the harbour itself, so that nothing else has to know of it.'],
  [261, 'facts', 'The backup of the database is tried every first Sunday by reading it into a second server.'],
  [275, 'goals', 'Guests with a season ticket may lend their berth for the nights they are away.'],
  [289, 'relationships', 'Rui takes over the harbour office from Inês in January.'],
  [296, 'events', 'On 7 November the first season ticket was sold, to the boat Andorinha.'],
  [302, 'preferences', 'Rui wants to be asked before texts for guests change, like Inês.'],
  [306, 'decisions', 'Lent berths are shown in the plan with a line around them, not in another colour.'],
  [308, 'facts', 'The harbour’s new electricity meters can be read from pier B on.'],
];

/** The agents' questions, by day; the last two find nothing. */
export const questions: readonly (readonly [day: number, query: string])[] = [
  [296, 'Which berths have enough water for a deep keel?'],
  [299, 'How long is a berth held while somebody pays?'],
  [302, 'Who decides about texts for guests?'],
  [305, 'double booking of a berth'],
  [307, 'Where do boats with a dog go?'],
  [308, 'What happened in the storm?'],
  [308, 'wifi password of the marina café'],
  [308, 'zeppelin mooring fees'],
];

/** Corrections of the model: the beginning of the memory's text, and the new one. */
export const corrections: readonly (readonly [begins: string, content: string])[] = [
  ['Berth 77', 'Berth 77 has electricity again since 9 November.'],
  ['The harbour office works', 'The harbour office works from nine to five, in summer until ten in the evening.'],
];

/** A document that is synced, and the same after an edit. */
export const handbook = [
  '# Runbook\n\n## Double booking\n\nLook at the locks first; two bookings of one berth mean one was taken late.\n\n## The bank is away\n\nHolds are kept for an hour. Write to the guests, then wait.\n',
  '# Runbook\n\n## Double booking\n\nLook at the locks first; two bookings of one berth mean one was taken late.\n\n## The bank is away\n\nHolds are kept for an hour. Guests are written to by the service; call the bank.\n\n## A pier is closed\n\nBook it for the harbour itself, then move the guests.\n',
];

/** The memory that is stored last, and sent to the team's chat. */
export const news = [
  'The plan of berths was printed for the winter and hangs in the office.',
  'Pier C has its new lamps; the old ones went to the fishing harbour.',
  'The first guests of the winter came from Brest with the boat Goéland.',
];
