import { domainOf, identityProviderTypes } from '@signet/rules/identity-providers'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { type Reading, rows } from '../../settings/families/index.ts'
import { type Provider, providerOf } from './definition.ts'
import { findProvider, listProviders } from './identity-providers.repository.ts'

const Published = z.object({
  providers: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      type: z.enum(identityProviderTypes),
      button: z.boolean(),
      domains: z.array(z.string()),
    }),
  ),
})

/** Those that are enabled, as sign-ins read them: without a statement of their own. */
const row = rows.published('identityproviders', Published)

type OfferedProvider = z.output<typeof Published>['providers'][number]

/** One change of the providers at a time; sign-ins see it with its commit. */
export const changing = <T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> =>
  row.change(ctx, work, async (ctx) => ({
    providers: (await listProviders(ctx))
      .map(providerOf)
      .filter(({ enabled }) => enabled)
      .map(({ id, name, type, button, domains }) => ({ id, name, type, button, domains })),
  }))

/** All that are enabled. */
export const offeredProviders = async (ctx: Reading): Promise<readonly OfferedProvider[]> =>
  (await row.read(ctx))?.providers ?? []

/**
 * Where somebody who typed this name may sign in: the provider of their domain alone, else those with
 * a button. It follows from the typed text: nothing tells whether anybody has the name.
 */
export const providersFor = async (
  ctx: Reading,
  name: string | null,
): Promise<{ readonly providers: readonly OfferedProvider[]; readonly isOfDomain: boolean }> => {
  const offered = await offeredProviders(ctx)
  const domain = name === null ? null : domainOf(name)
  const own = offered.filter(({ domains }) => domain !== null && domains.includes(domain))
  return own.length > 0
    ? { providers: own, isOfDomain: true }
    : { providers: offered.filter(({ button }) => button), isOfDomain: false }
}

/** A provider that signs people in. @throws identity_provider_not_found also for one that is off */
export const enabledProvider = async (ctx: Context, id: string): Promise<Provider> => {
  const provider = await findProvider(ctx, id)
  if (provider === undefined || !provider.enabled) throw new ApiError('identity_provider_not_found')
  return providerOf(provider)
}
