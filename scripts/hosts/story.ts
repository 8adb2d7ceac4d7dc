/** What happens in the conversations. The marks survive however a memory is worded. */
export const story = {
  /** Said by the user in the first conversation; nobody calls a tool for it. */
  stated: { prompt: 'I prefer Bun over Node for the Kestrel service.', mark: 'Bun over Node' },
  /** Given by the model to the tool in the first conversation. */
  stored: { content: 'The Kestrel release is planned for 12 March 2027.', mark: '12 March 2027' },
  /** Asked in the second: the model must have the statement. It also contains a new one. */
  asked: { prompt: 'Which runtime do I prefer for the Kestrel service? I moved to Lisbon in May.', mark: 'Lisbon' },
  /** Said in the third, which the host's own model reads when it is over; no rule keeps what it makes of it. */
  read: {
    prompt: 'Honestly, nobody gets to the end of those nightly reports of the Kestrel service.',
    content: 'The nightly Kestrel reports are too long for the team.',
    mark: 'too long for the team',
  },
  /** Asked when nothing of ours is there any more; what was stored would be the answer. What is stated waits on the disk. */
  last: {
    prompt: 'When is the Kestrel release planned? From now on we always deploy on Thursdays.',
    mark: 'Thursdays',
  },
};

const cities = ['Aarhus', 'Bergen', 'Cadiz', 'Delft', 'Evora', 'Ghent', 'Haifa', 'Izmir', 'Jena', 'Kyoto'];
const goods = [
  'apples',
  'bricks',
  'cement',
  'denim',
  'enamel',
  'felt',
  'glass',
  'hemp',
  'ink',
  'jute',
  'kelp',
  'linen',
];

/**
 * What fills the store between the two: more, newer and weightier than the context of a session's start holds, so that
 * what was stated is given only to whom the hook of the prompt looked for it.
 */
export const filling = {
  contents: cities.flatMap((city) => goods.map((good) => `The warehouse in ${city} orders ${good} once a month.`)),
  mark: 'The warehouse in ',
};
