// QR codes as SVG and canvas, on a white plate as on every screen.

import { Skeleton } from '@brama/ui/loading/skeleton.tsx';
import { lazy, type ReactNode, Suspense } from 'react';
import { Story, StoryGroup } from './story.tsx';

const Qr = lazy(() => import('../ui/pictures/qr.tsx').then((module) => ({ default: module.Qr })));

const short = 'https://brama.example/';
const link = 'https://brama.example/acquirers/branch/4f1c2a/offer-request/8d1e0c1f5b2a4c3e9f7a';

function Plate({ children }: { children: ReactNode }) {
  return (
    <div className="inline-block max-w-full rounded-card bg-[#fff] p-4 forced-color-adjust-none">
      <Suspense fallback={<Skeleton className="size-32 rounded-chip" />}>{children}</Suspense>
    </div>
  );
}

export function QrStories() {
  return (
    <StoryGroup title="QR">
      {(['svg', 'canvas'] as const).flatMap((rendering) => [
        <Story caption={`${rendering}, defaults`} key={rendering}>
          <Plate>
            <Qr label={`${rendering} plain`} rendering={rendering} value={short} />
          </Plate>
        </Story>,
        <Story caption={`${rendering}, margin included`} key={`${rendering} margin`}>
          <Plate>
            <Qr
              includeMargin={true}
              label={`${rendering} margin`}
              rendering={rendering}
              value={short}
            />
          </Plate>
        </Story>,
        <Story caption={`${rendering}, 364 px, shrinks`} key={`${rendering} large`}>
          <Plate>
            <Qr label={`${rendering} large`} rendering={rendering} sizePx={364} value={link} />
          </Plate>
        </Story>,
      ])}
    </StoryGroup>
  );
}
