import type { Endpoint } from '@signet/contract/kit/endpoint'
import type { Tenant } from '../kit/context.ts'
import { ApiError } from '../kit/errors.ts'
import { showsTab } from '../modules/access/self-user/index.ts'
import type { Platform } from '../platform/platform.ts'

/**
 * What stands before a caller whatever their rights: the lock of the tenant (sessions are refused before),
 * then what a user has to settle first, even where its tab of the user portal is hidden.
 * @throws account_locked, setup_required, access_denied
 */
export const createGate =
  (platform: Platform) =>
  ({ actor, whileDue, whileLocked, tab }: Endpoint, tenant: Tenant, isDue: boolean): void => {
    if (actor === 'public') {
      if (tenant.locked && whileLocked !== true) throw new ApiError('account_locked')
      return
    }
    if (isDue) {
      if (whileDue !== true) throw new ApiError('setup_required')
      return
    }
    if (tab !== undefined && !showsTab({ platform, tenant }, tab)) {
      throw new ApiError('access_denied')
    }
  }
