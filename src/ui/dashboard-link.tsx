import { Link, type LinkProps } from '@tanstack/react-router';

import { goBack } from './go-back.ts';

/** Leads back to the dashboard. The router would call it current on every page below: it compares beginnings. */
export function DashboardLink(props: Omit<LinkProps, 'to'>) {
  return <Link onClick={goBack} {...props} to="/dashboard" activeOptions={{ exact: true }} />;
}
