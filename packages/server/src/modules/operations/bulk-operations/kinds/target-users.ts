import type { Need } from '@signet/rules/permissions'
import { normaliseIdentifier } from '@signet/rules/precis'
import type { Context } from '../../../../kit/context.ts'
import { mayDo } from '../../../../kit/context.ts'
import { type FoundUser, userSets } from '../../../identity/users/index.ts'
import {
  failed,
  faultBy,
  type RowFault,
  uuidOf,
  type ValueRow,
  type Verdict,
} from '../bulk-work.ts'

export const nameOfTarget = ({ values }: ValueRow): string => values.userId ?? values.id ?? ''

export const keysOfTarget = ({ values }: ValueRow): readonly string[] => {
  const { id, userId } = values
  if (id !== undefined) return [`u:${id.toLowerCase()}`]
  const key = userId === undefined ? null : normaliseIdentifier(userId)
  return key === null ? [] : [`i:${key}`]
}

/** The id of the user whom each row names; rows that name nobody have none. */
const idsOf = async (ctx: Context, rows: readonly ValueRow[]): Promise<(string | null)[]> => {
  const keys = rows.map(({ values: { id, userId } }) =>
    id !== undefined || userId === undefined ? null : normaliseIdentifier(userId),
  )
  const owners = await userSets.owners(
    ctx,
    keys.filter((key) => key !== null),
  )
  return rows.map(({ values: { id } }, at) => {
    if (id !== undefined) return uuidOf(id)
    return owners.get(keys[at] ?? '') ?? null
  })
}

export interface Target {
  readonly row: ValueRow
  readonly user: FoundUser
}

interface Targets {
  readonly targets: readonly Target[]
  readonly refused: readonly Verdict[]
}

interface Asked {
  readonly needs: Need
  /** Whether somebody may do it to themselves. */
  readonly onSelf?: boolean
  /** Whether several rows may be about the same user. */
  readonly onSame?: boolean
}

const faultFor = async (
  ctx: Context,
  user: FoundUser | undefined,
  { needs, onSelf = false }: Asked,
): Promise<RowFault | null> => {
  if (!mayDo(ctx, needs)) return { code: 'access_denied' }
  if (user === undefined) return { code: 'user_not_found' }
  return faultBy(async () => {
    await userSets.expectAuthorityOver(ctx, user)
    if (!onSelf) userSets.refuseSelf(ctx, user.id)
  })
}

/** The users whom the rows name, held; rows whose user is not there or out of reach are refused. */
export const findTargets = async (
  ctx: Context,
  rows: readonly ValueRow[],
  asked: Asked,
): Promise<Targets> => {
  const ids = await idsOf(ctx, rows)
  const users = await userSets.find(ctx, [...new Set(ids.filter((id) => id !== null))])
  const targets: Target[] = []
  const refused: Verdict[] = []
  const taken = new Set<string>()
  for (const [at, row] of rows.entries()) {
    const user = users.get(ids[at] ?? '')
    const fault =
      user !== undefined && asked.onSame !== true && taken.has(user.id)
        ? { code: 'bulk_row_repeated' }
        : await faultFor(ctx, user, asked)
    if (fault !== null || user === undefined) {
      refused.push(failed(row, nameOfTarget(row), fault ?? { code: 'user_not_found' }))
    } else {
      taken.add(user.id)
      targets.push({ row, user })
    }
  }
  return { targets, refused }
}

export const verdictOn = (
  { row, user }: Target,
  action: 'UPDATE' | 'DELETE' | 'SKIP',
): Verdict => ({ line: row.line, name: user.user_id, action, subjectId: user.id })
