import { isDeepStrictEqual } from 'node:util'
import type { Family } from '@signet/contract/kit/settings-family'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { changeVoucher } from './vouching.policy.ts'

type Values<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>

/** Another company's service that judges users, or that codes, links and activations pass through. */
interface Party<V> {
  /** What says which server and which account it is. */
  readonly fields: readonly (keyof V & string)[]
  readonly isUsed: (values: V) => boolean
}

interface Kept<V> {
  readonly values: V
  readonly secrets: Readonly<Record<string, string>>
}

/**
 * Another party, or another account with it, could sign in as users: it judges them or reads their
 * codes. A secret alone can belong to another account. What is not used yet, names and texts are free.
 * @throws rights_not_held
 */
export const expectParty =
  <S extends z.ZodRawShape, Secret extends string>(
    { name }: Family<S, Secret>,
    { fields, isUsed }: Party<Values<S>>,
  ) =>
  (ctx: Context, before: Kept<Values<S>>, after: Kept<Values<S>>): void => {
    if (!isUsed(after.values)) return
    const { secrets } = after
    changeVoucher(ctx, {
      subject: { entity: 'SETTINGS', id: name, name },
      changed: [
        ...fields.filter((field) => !isDeepStrictEqual(before.values[field], after.values[field])),
        ...Object.keys(secrets).filter((key) => before.secrets[key] !== secrets[key]),
      ],
      users: null,
    })
  }
