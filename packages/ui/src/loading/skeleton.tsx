// A grey placeholder for content that loads, of the same size.
export function Skeleton({ className }: { className: string }) {
  return <span className={`breathe block bg-arch-deep ${className}`} data-skeleton="" />;
}
