import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { versioned } from '../../../kit/routes.ts'
import { type LinkKind, move, relink } from './user-links.ts'
import { refuseSelf } from './users.policy.ts'
import { type RoleName, subjectOf, updateUsers } from './users.repository.ts'
import { readForChange } from './users.service.ts'

const namesOf = (links: readonly RoleName[]) => links.map(({ name }) => name)

interface Wanted {
  readonly userId: string
  readonly ids: readonly string[]
}

/**
 * Links a user to these and to no others that the actor knows of.
 * @throws user_not_found, user_edit_restricted, rights_not_held, precondition_failed, and
 * group_not_found or organization_not_found
 */
export const setLinks = <L extends RoleName>(
  ctx: Context,
  kind: LinkKind<L>,
  { userId, ids }: Wanted,
) =>
  ctx.transaction(async (ctx) => {
    const user = await readForChange(ctx, userId)
    const seen = (links: readonly L[]) => links.filter(({ id }) => kind.isSeen(ctx, id))
    const moved = await relink(ctx, { user, ids, kind })
    if (moved === null) return versioned(seen(kind.of(user)), user.version)
    const [written = user] = await updateUsers(ctx, [{ user, columns: {} }])
    audit(ctx, kind.events.changed, {
      subject: subjectOf(user),
      before: { [`${kind.events.noun}s`]: namesOf(moved.before) },
      after: { [`${kind.events.noun}s`]: namesOf(moved.after) },
    })
    return versioned(seen(moved.after), written.version)
  })

interface Link {
  readonly userId: string
  readonly id: string
  readonly joins: boolean
}

/**
 * One link, by way of the user's row alone: the row of the group or organization is not changed.
 * @throws as `setLinks`
 */
export const setLink = <L extends RoleName>(
  ctx: Context,
  kind: LinkKind<L>,
  { userId, id, joins }: Link,
): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const user = await readForChange(ctx, userId)
    const [to] = await kind.expect(ctx, [id])
    const isIn = kind.of(user).some((each) => each.id === id)
    if (to === undefined || isIn === joins) return undefined
    refuseSelf(ctx, userId)
    kind.refuse(ctx, user, [to])
    await move(ctx, kind, [{ user, to, joins }])
    return undefined
  })
