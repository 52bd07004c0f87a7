// The page of component stories: links to its variants, then one section per component.
import { textLink } from '@brama/ui/text-link.ts';
import { ButtonStories } from './button.stories.tsx';
import { ConsoleStories } from './console.stories.tsx';
import { DialogStories } from './dialog.stories.tsx';
import { AlertStories, FieldStories } from './field.stories.tsx';
import { PartStories, StateStories } from './parts.stories.tsx';
import { ProgressStories } from './progress.stories.tsx';
import { QrStories } from './qr.stories.tsx';
import { HeadingStories, ShapeStories } from './shape.stories.tsx';
import { ToastStories } from './toast.stories.tsx';

const looks = [
  { label: 'Ukrainian, light', query: 'lang=uk&theme=light' },
  { label: 'Ukrainian, dark', query: 'lang=uk&theme=dark' },
  { label: 'English, light', query: 'lang=en&theme=light' },
  { label: 'English, dark', query: 'lang=en&theme=dark' },
];

export function StoryPage() {
  return (
    <main className="mx-auto max-w-page px-4 py-8 sm:px-6">
      <HeadingStories />
      <ul className="my-6 flex flex-wrap gap-x-5 gap-y-2">
        {looks.map(({ label, query }) => (
          <li key={query}>
            <a className={textLink} href={`?${query}`}>
              {label}
            </a>
          </li>
        ))}
      </ul>
      <ButtonStories />
      <FieldStories />
      <AlertStories />
      <PartStories />
      <StateStories />
      <ShapeStories />
      <DialogStories />
      <ToastStories />
      <ProgressStories />
      <QrStories />
      <ConsoleStories />
    </main>
  );
}
