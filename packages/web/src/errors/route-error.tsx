// The error page inside the application, where the router knows the error.
import { useRouteError } from 'react-router';
import { ErrorPage } from './error-page.tsx';

export function RouteError() {
  return <ErrorPage error={useRouteError()} />;
}
