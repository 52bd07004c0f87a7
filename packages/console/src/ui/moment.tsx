// A time, with its exact value for programs.
import { type MomentFormat, momentText } from '../i18n/moment.ts';

export function Moment({ at, format }: { at: string; format?: MomentFormat }) {
  return <time dateTime={at}>{momentText(at, format)}</time>;
}
