// Placeholders of rows that load, with the height of real ones, so that nothing moves when they arrive.
import { Skeleton } from './skeleton.tsx';

const widths = ['w-2/5', 'w-3/5', 'w-1/2', 'w-1/3'] as const;

/** `label` is announced. */
export function SkeletonRows({ count, label }: { count: number; label: string }) {
  return (
    <div>
      <p className="sr-only" role="status">
        {label}
      </p>
      <div aria-hidden="true" className="divide-y divide-line">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other name
          <div className="row flex min-h-14 items-center gap-4 py-2" key={index}>
            <Skeleton className="size-9 shrink-0 rounded-chip" />
            <Skeleton className={`h-4 rounded-sm ${widths[index % widths.length]}`} />
          </div>
        ))}
      </div>
    </div>
  );
}
