import { existsSync } from 'node:fs';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
/** The browser of this machine; undefined: there is none. */
export const executablePath = [process.env.CHROMIUM_PATH ?? '', ...usualPlaces].find((path) => existsSync(path));
export const howToGetOne = 'no Chromium: install the package chromium, or name one by CHROMIUM_PATH';
