import { type UserTab, userTabs } from '@signet/rules/users'
import { type Context, mayDo, type Tenant } from '../../../kit/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { settings } from '../../settings/families/index.ts'

interface Portal {
  readonly platform: Platform
  readonly tenant: Pick<Tenant, 'id' | 'isProvider'>
}

/**
 * Whether the tenant shows people this tab of the user portal: none of one that is switched off,
 * tenants only where there are any.
 */
export const showsTab = (portal: Portal, tab: UserTab): boolean => {
  const { enabled } = settings.userPortalApplication.lastRead(portal)
  const { userTabConfiguration } = settings.userPortal.lastRead(portal)
  return (
    enabled &&
    userTabConfiguration[userTabs[tab]] &&
    (tab !== 'TENANTS' || portal.tenant.isProvider)
  )
}

/** Whether this person sees the tenants of their provider: the tab is shown, and their roles say so. */
export const showsTenants = (ctx: Context): boolean =>
  showsTab(ctx, 'TENANTS') && mayDo(ctx, ['TENANTS', 'VIEW'])
