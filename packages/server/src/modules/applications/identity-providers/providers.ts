import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { type Provider, providerOf } from './definition.ts'
import { findProvider } from './identity-providers.repository.ts'

/** A provider that signs people in. @throws identity_provider_not_found also for one that is off */
export const enabledProvider = async (ctx: Context, id: string): Promise<Provider> => {
  const row = await findProvider(ctx, id)
  if (row === undefined || !row.enabled) throw new ApiError('identity_provider_not_found')
  return providerOf(row)
}
