// The component page itself: how to look at it, then the sections.
import { textLink } from '../ui/text-link.ts';
import { ButtonSpecimens } from './button-specimens.tsx';
import { DialogSpecimens } from './dialog-specimens.tsx';
import { AlertSpecimens, FieldSpecimens } from './field-specimens.tsx';
import { MenuSpecimens, ThemeMenu } from './menu-specimens.tsx';
import { ProgressSpecimens } from './progress-specimens.tsx';
import { QrSpecimens } from './qr-specimens.tsx';
import { HeadingSpecimen, ShapeSpecimens } from './shape-specimens.tsx';
import { ToastSpecimens } from './toast-specimens.tsx';

const looks = [
  { label: 'Ukrainian, light', query: 'lang=uk&theme=light' },
  { label: 'Ukrainian, dark', query: 'lang=uk&theme=dark' },
  { label: 'English, light', query: 'lang=en&theme=light' },
  { label: 'English, dark', query: 'lang=en&theme=dark' },
];

export function ComponentPage() {
  return (
    <>
      <main className="mx-auto max-w-page px-4 py-8 sm:px-6">
        <HeadingSpecimen />
        <ul className="my-6 flex flex-wrap gap-x-5 gap-y-2">
          {looks.map(({ label, query }) => (
            <li key={query}>
              <a className={textLink} href={`?${query}`}>
                {label}
              </a>
            </li>
          ))}
        </ul>
        <ButtonSpecimens />
        <FieldSpecimens />
        <AlertSpecimens />
        <ShapeSpecimens />
        <MenuSpecimens />
        <DialogSpecimens />
        <ToastSpecimens />
        <ProgressSpecimens />
        <QrSpecimens />
      </main>
      <footer className="flex justify-end p-4">
        <ThemeMenu />
      </footer>
    </>
  );
}
