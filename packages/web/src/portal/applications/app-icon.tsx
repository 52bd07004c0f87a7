// The icon of an application: an arch with a picture for the two applications known by name. Others get the first
// letter of the title on a colour derived from the id.
import type { ApplicationResponse } from '@brama/contract/api/user';
import BookOpen from 'lucide-react/icons/book-open';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import { plateOf } from './plate.ts';

const known = new Map([
  ['campus', { plate: 'bg-plate-0', Icon: GraduationCap }],
  ['my-kpi', { plate: 'bg-plate-1', Icon: BookOpen }],
]);
const plates = [
  'bg-plate-2',
  'bg-plate-3',
  'bg-plate-4',
  'bg-plate-5',
  'bg-plate-6',
  'bg-plate-7',
] as const;

export function AppIcon({ application }: { application: ApplicationResponse }) {
  const special = known.get(application.name);
  const plate = special?.plate ?? plates[plateOf(application.id, plates.length)];
  const [letter = ''] = application.title.trim().toLocaleUpperCase('uk');
  return (
    <span
      aria-hidden="true"
      className={`grid h-15 w-13 shrink-0 place-items-center rounded-t-[26px] rounded-b-[12px] pt-1.5 font-semibold text-plate-ink text-xl leading-none ${plate}`}
      data-plate=""
    >
      {special ? <special.Icon size={26} /> : letter}
    </span>
  );
}
