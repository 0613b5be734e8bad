import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { apisNamed } from '../resource-apis/index.ts'

/**
 * APIs that an application serves, by identifier: those that are registered, named by identifier or
 * by id, and the product's own. What was saved before stays, though its API has gone since.
 * @throws invalid_parameters naming the first that is none
 */
export const servedApis = async (
  ctx: Context,
  wanted: readonly string[],
  before: readonly string[],
): Promise<string[]> => {
  const added = wanted.filter((name) => !before.includes(name))
  const known = await apisNamed(ctx, added)
  const own = `${ctx.tenant.publicUrl}/api`
  const identifierOf = (name: string): string => {
    if (before.includes(name) || name === own) return name
    const identifier = known.get(name) ?? known.get(name.toLowerCase())
    if (identifier !== undefined) return identifier
    const message = `no registered API has the identifier ${name}`
    throw new ApiError('invalid_parameters', {
      fields: [{ path: 'body.exchangeAudiences', message }],
    })
  }
  return [...new Set(wanted.map(identifierOf))]
}
