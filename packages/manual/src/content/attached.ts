// The files attached to the PDF. Many PDF viewers drop leading spaces when text is copied; attached files keep them.
import { type Block, code, text } from './book.ts';

export const attached = [
  { name: 'campus.yaml', snippet: 'entry', type: 'application/yaml' },
  { name: 'openid-connect.yaml', snippet: 'oidc-entry', type: 'application/yaml' },
  { name: 'cas.yaml', snippet: 'cas-entry', type: 'application/yaml' },
  { name: 'sandbox.yaml', snippet: 'sandbox-entry', type: 'application/yaml' },
  { name: 'server.mjs', snippet: 'node', type: 'text/javascript' },
  { name: 'app.py', snippet: 'python', type: 'text/x-python' },
  { name: 'index.php', snippet: 'php', type: 'application/x-httpd-php' },
] as const;

type Attached = (typeof attached)[number];

/** Returns a sample whose indentation matters, after a sentence that points readers to the attached file. */
export function indentedCode(snippet: Attached['snippet'], file: Attached['name']): Block[] {
  return [
    text(
      `Відступи тут мають значення, а деякі програми для перегляду гублять їх під час копіювання: беріть файл \`${file}\` із вкладень цього PDF.`,
      `Spaces at the beginning of a line count here, and some viewers lose them when text is copied: take the file \`${file}\` from the attachments of this PDF.`,
    ),
    code(snippet, file),
  ];
}
