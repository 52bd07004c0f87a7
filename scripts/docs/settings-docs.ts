// Generates the table of settings in docs/operate.md, and .env.example, from the schema of the settings.

import { allSettings } from '@brama/server/app/config';

const settings = Object.values(allSettings);
export const tableStart = '<!-- settings: written by `npm run docs` -->';
export const tableEnd = '<!-- /settings -->';

export function settingsMarkdown(): string {
  const rows = settings.map(
    ({ name, defaultText, description }) => `| \`${name}\` | ${defaultText} | ${description} |`,
  );
  return ['| setting | default | what it does |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Returns the manual with its table replaced. @throws an Error if the marks of the table are missing. */
export function withSettings(manual: string): string {
  const [start, end] = [manual.indexOf(tableStart), manual.indexOf(tableEnd)];
  if (start < 0 || end < start) throw new Error('docs/operate.md has lost the marks of its table');
  return `${manual.slice(0, start)}${tableStart}\n${settingsMarkdown()}\n${manual.slice(end)}`;
}

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
