// Generates the table of settings in docs/operate.md, and .env.example, from the schema of the settings.

import { allSettings } from '@brama/server/app/config';
import { withTable } from './manual-table.ts';

const settings = Object.values(allSettings);
const rows = settings.map(
  ({ name, defaultText, description }) => `| \`${name}\` | ${defaultText} | ${description} |`,
);

export const withSettings = (manual: string) =>
  withTable(manual, 'settings', [
    '| setting | default | what it does |',
    '| --- | --- | --- |',
    ...rows,
  ]);

function wrapped(text: string): string[] {
  const lines = [''];
  for (const word of text.replaceAll('`', '').split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length > 96) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines.map((line) => `# ${line}`);
}

export function envExample(): string {
  const blocks = settings.map(({ name, defaultText, description }) => {
    const plain = defaultText.replaceAll('`', '');
    return [...wrapped(description), `# default: ${plain}`, `#${name}=`].join('\n');
  });
  const head =
    '# Settings of Brama, all optional outside production. Each may also be given as NAME_FILE, the path of\n# a file that holds the value. Written by `npm run docs`; load it with your shell or service manager.';
  return `${[head, ...blocks].join('\n\n')}\n`;
}
