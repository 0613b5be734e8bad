import type * as phones from '@signet/rules/phones'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { definitions } from '../user-attributes/index.ts'

/** The numbering plans of all countries are loaded with the first number. */
let plans: Promise<typeof phones> | null = null

const loaded = (): Promise<typeof phones> => {
  plans ??= import('@signet/rules/phones')
  return plans
}

/** A number as it is stored and dialled: E.164, by the tenant's country; null for no number. */
export const numberOf = async ({ tenant }: Context, text: string): Promise<string | null> =>
  (await loaded()).normalisePhone(text, tenant.phoneCountry)

const faultOf = async ({ tenant }: Context, text: string): Promise<string> => {
  const isClear = tenant.phoneCountry !== null || (await loaded()).isInternational(text)
  return isClear
    ? 'is not a telephone number'
    : 'needs + and the country code, as the tenant has no phone country'
}

/** @throws invalid_parameters saying what to do */
const dialled = async (ctx: Context, text: string, path: string): Promise<string> => {
  const number = await numberOf(ctx, text)
  if (number !== null) return number
  throw new ApiError('invalid_parameters', {
    fields: [{ path, message: await faultOf(ctx, text) }],
  })
}

interface OwnValue {
  readonly userAttributeId: string
  readonly value: string | null
}

interface Given {
  readonly mobile?: string | null | undefined
  readonly phone?: string | null | undefined
  readonly userAttributeValues?: readonly OwnValue[] | undefined
}

/** The tenant's own attributes that hold numbers; a short one in international form stays as it is. */
const ownNumbers = async <V extends OwnValue>(ctx: Context, values: readonly V[]): Promise<V[]> => {
  const known = await definitions(ctx)
  const phoneIds = new Set(known.filter(({ type }) => type === 'PHONE').map(({ id }) => id))
  const all: V[] = []
  for (const each of values) {
    const { userAttributeId: id, value } = each
    const number = value !== null && phoneIds.has(id) ? await numberOf(ctx, value) : null
    all.push(number === null ? each : { ...each, value: number })
  }
  return all
}

/** The given numbers as they are stored; numbers left out or null stay so. @throws invalid_parameters */
export const withDialled = async <C extends Given>(ctx: Context, given: C): Promise<C> => {
  const { mobile, phone, userAttributeValues: own } = given
  return {
    ...given,
    ...(typeof mobile === 'string' ? { mobile: await dialled(ctx, mobile, 'body.mobile') } : {}),
    ...(typeof phone === 'string' ? { phone: await dialled(ctx, phone, 'body.phone') } : {}),
    ...(own === undefined ? {} : { userAttributeValues: await ownNumbers(ctx, own) }),
  }
}
