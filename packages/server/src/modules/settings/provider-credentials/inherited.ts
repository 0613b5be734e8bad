import type { Family } from '@signet/contract/kit/settings-family'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { providersAbove } from '../../tenancy/providers/index.ts'
import { find } from './credentials.repository.ts'
import { openSecrets, type Secrets, type Values, valuesOf } from './stored.ts'

interface Inherited<S extends z.ZodRawShape> {
  readonly values: Values<S>
  readonly secrets: Secrets
  readonly providerName: string
}

/**
 * What the closest service provider lends that has something to use; null where none has. Not within a
 * transaction.
 */
export const inheritedCredential = async <S extends z.ZodRawShape, Secret extends string>(
  ctx: Context,
  family: Family<S, Secret>,
  isUsable: (values: Values<S>) => boolean,
): Promise<Inherited<S> | null> => {
  for (const provider of await providersAbove(ctx)) {
    const row = await find(provider.ctx, family.name)
    const values = valuesOf(family, row)
    if (!isUsable(values)) continue
    return { values, secrets: await openSecrets(provider.ctx, row), providerName: provider.name }
  }
  return null
}
