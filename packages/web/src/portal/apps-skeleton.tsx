// The applications page before the user is known. It has the same heights, so that the layout does not shift.
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/loading/skeleton.tsx';
import { cardShape } from './applications/app-card.tsx';
import { grid } from './applications/app-list.tsx';

const cards = ['first', 'second', 'third', 'fourth'];

export function AppsSkeleton() {
  return (
    <div className="mx-auto max-w-page">
      <div className="mb-7 flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="max-w-112 flex-[1_1_20rem]">
          <Skeleton className="mb-1 h-[1.05em] w-2/5 rounded-chip text-2xl" />
          <Skeleton className="mb-2 h-[1.15em] rounded-chip text-2xl" />
          <Skeleton className="h-6 w-4/5 rounded-chip" />
        </div>
        <Skeleton className="h-11 w-30 rounded-control" />
      </div>
      <div className={grid}>
        {cards.map((card) => (
          <Card className={cardShape} key={card}>
            <Skeleton className="h-15 w-13 shrink-0 rounded-t-[26px] rounded-b-[12px]" />
            <div className="grow">
              <Skeleton className="mt-0.5 mb-2.5 h-5 w-2/5 rounded-chip" />
              <Skeleton className="h-4 w-4/5 rounded-chip" />
            </div>
          </Card>
        ))}
      </div>
    </div>
  );
}
