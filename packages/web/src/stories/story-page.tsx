// The component page itself: how to look at it, then the sections.
import { textLink } from '../ui/text-link.ts';
import { ButtonSpecimens } from './button.stories.tsx';
import { DialogSpecimens } from './dialog.stories.tsx';
import { AlertSpecimens, FieldSpecimens } from './field.stories.tsx';
import { MenuSpecimens, ThemeMenu } from './menu.stories.tsx';
import { ProgressSpecimens } from './progress.stories.tsx';
import { QrSpecimens } from './qr.stories.tsx';
import { HeadingSpecimen, ShapeSpecimens } from './shape.stories.tsx';
import { ToastSpecimens } from './toast.stories.tsx';

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
