/** The conversations. The marks survive any rewording of a memory. */
export const story = {
  /** Said by the user in the first conversation, without a tool call. */
  stated: { prompt: 'I prefer Bun over Node for the Kestrel service.', mark: 'Bun over Node' },
  /** Given by the model to the tool in the first conversation. */
  stored: { content: 'The Kestrel release is planned for 12 March 2027.', mark: '12 March 2027' },
  /** Asked in the second: the model must have the statement. It also contains a new one. */
  asked: { prompt: 'Which runtime do I prefer for the Kestrel service? I moved to Lisbon in May.', mark: 'Lisbon' },
  /** A turn of the third session. The host's own model reads it at the end; no rule would store its result. */
  read: {
    prompt: 'Honestly, nobody gets to the end of those nightly reports of the Kestrel service.',
    content: 'The nightly Kestrel reports are too long for the team.',
    mark: 'too long for the team',
  },
  /**
   * Asked after everything of ours was removed; the stored memory would be the answer. The statement stays on the disk.
   */
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
 * Fills the store between the two: more, newer and more important memories than fit at a session's start, so that only
 * the prompt's hook can find the statement.
 */
export const filling = {
  contents: cities.flatMap((city) => goods.map((good) => `The warehouse in ${city} orders ${good} once a month.`)),
  mark: 'The warehouse in ',
};
