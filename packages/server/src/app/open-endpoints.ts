import type { Endpoint } from '@signet/contract/kit/endpoint'
import type { Tenant } from '../kit/context.ts'
import { ApiError } from '../kit/errors.ts'
import { showsTab } from '../modules/access/self-user/index.ts'
import type { Platform } from '../platform/platform.ts'

/**
 * What stands before a user whatever their rights. Who has something to settle first is let to it
 * even where its tab of the user portal is hidden.
 * @throws setup_required, access_denied
 */
export const createGate =
  (platform: Platform) =>
  ({ actor, whileDue, tab }: Endpoint, tenant: Tenant, isDue: boolean): void => {
    if (actor === 'public') return
    if (isDue) {
      if (whileDue !== true) throw new ApiError('setup_required')
      return
    }
    if (tab !== undefined && !showsTab({ platform, tenant }, tab)) {
      throw new ApiError('access_denied')
    }
  }
