// The error page for errors that the router catches inside the application.
import { useRouteError } from 'react-router';
import { ErrorPage } from './error-page.tsx';

export function RouteError() {
  return <ErrorPage error={useRouteError()} />;
}
