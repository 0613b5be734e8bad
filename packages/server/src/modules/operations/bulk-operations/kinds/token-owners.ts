import type { Context } from '../../../../kit/context.ts'
import { tokenSets } from '../../../authenticators/tokens/index.ts'
import { faultBy, type RowFault, type ValueRow } from '../bulk-work.ts'
import { findTargets, type Target } from './target-users.ts'

export type Owner = Pick<Target, 'user'>

type OwnerOf = (row: ValueRow, groups: readonly string[]) => Promise<Owner | RowFault | null>

/** Whom the rows of an import give their tokens to; null for a row that names nobody. */
export const ownersOf = async (ctx: Context, rows: readonly ValueRow[]): Promise<OwnerOf> => {
  const named = rows.filter(({ values }) => values.userId !== undefined)
  if (named.length === 0) return () => Promise.resolve(null)
  const asked = { needs: ['TOKENS', 'EDIT'], onSelf: true, onSame: true } as const
  // Its other columns are of the token.
  const people = named.map(({ line, values: { userId } }) => ({ line, values: { userId } }))
  const { targets, refused } = await findTargets(ctx, people, asked)
  const users = new Map(targets.map(({ row, user }) => [row.line, user]))
  const faults = new Map(refused.map(({ line, errorCode }) => [line, errorCode]))
  const takeRoom = await tokenSets.rooms(ctx, [...new Set(targets.map(({ user }) => user.id))])
  return async ({ line, values }, groups) => {
    if (values.userId === undefined) return null
    const user = users.get(line)
    if (user === undefined) {
      return { code: faults.get(line) ?? 'user_not_found', column: 'userId' }
    }
    const isFor = groups.length === 0 || user.groups.some(({ id }) => groups.includes(id))
    if (!isFor) return { code: 'token_not_for_user', column: 'userId' }
    const full = await faultBy(() => takeRoom(user))
    return full === null ? { user } : { ...full, column: 'userId' }
  }
}
