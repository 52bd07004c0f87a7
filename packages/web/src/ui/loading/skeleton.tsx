// A grey shape in the place of something that is still loading, of the same size as the thing.
export function Skeleton({ className }: { className: string }) {
  return <span className={`breathe block bg-arch-deep ${className}`} data-skeleton="" />;
}
