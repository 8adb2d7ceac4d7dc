/** Statements of a person and a project from the first days, each with a question that it answers. */
export const smallNotes: readonly { memory: string; question: string }[] = [
  {
    memory: 'From now on we always deploy on Tuesdays from the release branch.',
    question: 'On which day do we deploy?',
  },
  { memory: 'My sister Ana lives in Porto.', question: 'Where does my sister live?' },
  { memory: 'I prefer green tea over coffee.', question: 'What do I like to drink?' },
  {
    memory: 'We decided to use PostgreSQL instead of MySQL because of row-level security.',
    question: 'Which database did we choose, and why?',
  },
  {
    memory: 'Our staging server is called heron and runs in Frankfurt.',
    question: 'What is the name of the staging server?',
  },
  { memory: 'I am allergic to peanuts.', question: 'Is there any food that I am allergic to?' },
  { memory: 'The user prefers small commits with a scope in the message.', question: 'How should commits look?' },
  { memory: 'Marta is the product owner of the billing team.', question: 'Who is the product owner of billing?' },
  { memory: 'We never merge on Fridays.', question: 'Can we merge this on Friday?' },
  { memory: 'My birthday is on 14 March.', question: 'When is my birthday?' },
  {
    memory: 'The API of the warehouse allows 50 requests a minute.',
    question: 'How many requests a minute does the warehouse API allow?',
  },
  { memory: 'All dates in the exports are written in UTC.', question: 'Which time zone do the exports use?' },
  { memory: 'I work at a hospital in Lyon as a nurse.', question: 'Where do I work?' },
  { memory: 'Ben has moved to the platform team.', question: 'Which team is Ben in?' },
  {
    memory: 'We write user documentation in British English.',
    question: 'Do we write the documentation in British or American English?',
  },
  { memory: 'The customer Northwind pays yearly, in January.', question: 'When does Northwind pay?' },
  { memory: 'My dog Turing is afraid of thunder.', question: 'What is my dog afraid of?' },
  {
    memory: 'Feature flags are kept in the file flags.yaml and reviewed every month.',
    question: 'Where are the feature flags kept?',
  },
  { memory: 'I prefer pnpm over npm for this repository.', question: 'Which package manager do I prefer here?' },
  {
    memory: 'The mobile app must keep working on Android 9.',
    question: 'Which Android version must the app still work on?',
  },
  { memory: 'Our office is closed between Christmas and New Year.', question: 'Is the office open after Christmas?' },
  { memory: 'Passwords are hashed with argon2id, never with bcrypt.', question: 'How do we hash passwords?' },
  { memory: 'My daughter Ines plays the cello in a youth orchestra.', question: 'Which instrument does Ines play?' },
  { memory: 'The nightly backup begins at two in the morning.', question: 'When does the nightly backup begin?' },
  { memory: 'We keep the parser synchronous because callers rely on it.', question: 'Why is the parser synchronous?' },
  { memory: 'I am training for a half marathon in October.', question: 'What am I training for?' },
  {
    memory: 'Invoices are sent by the service mailer-2, not by the monolith.',
    question: 'Which service sends the invoices?',
  },
  {
    memory: 'Accessibility comes first: every dialog must be usable with the keyboard.',
    question: 'What do dialogs have to support?',
  },
  {
    memory: 'Our largest customer is in Japan, so maintenance windows are at noon.',
    question: 'When are our maintenance windows?',
  },
  { memory: 'I read books about the history of cartography.', question: 'What kind of books do I read?' },
];
