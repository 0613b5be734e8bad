import { portalHome } from '@signet/rules/landing'
import type { RouteObject } from 'react-router'
import { useSession } from '../session/session-context.tsx'
import { OtherPage } from './open-pages.tsx'

/** The starting tab of the signed-in user. */
export const PortalStart = ({ pages }: { readonly pages: readonly RouteObject[] }) => {
  const home = portalHome(useSession().facts)
  return pages.find(({ path }) => path === home)?.element ?? <OtherPage />
}
