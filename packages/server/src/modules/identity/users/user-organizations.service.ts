import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { groupsInSight } from '../groups/index.ts'
import { expectOrganizations, insertLinks, removeLinks } from '../organizations/index.ts'
import { refuseSelf } from './users.policy.ts'
import { type FoundUser, type RoleName, updateUserColumns } from './users.repository.ts'
import { readForChange } from './users.service.ts'

const subjectOf = ({ id, user_id: name }: FoundUser) => ({ entity: 'USERS', id, name })

interface Move {
  readonly added: readonly RoleName[]
  readonly left: readonly RoleName[]
}

/**
 * Counts the user's version up with it: a user shows their organizations.
 * @throws rights_not_held for an administrator limited to groups: an organization is in none
 */
const move = async (ctx: Context, user: FoundUser, { added, left }: Move): Promise<number> => {
  refuseSelf(ctx, user.id)
  if (groupsInSight(ctx) !== 'ALL') throw new ApiError('rights_not_held')
  const ids = (list: readonly RoleName[]) => list.map(({ id }) => id)
  await insertLinks(ctx, user.id, ids(added))
  await removeLinks(ctx, user.id, ids(left))
  const written = await updateUserColumns(ctx, user.id, {})
  return written?.version ?? user.version
}

const named = async (ctx: Context, ids: readonly string[]): Promise<RoleName[]> =>
  (await expectOrganizations(ctx, ids)).map(({ id, display_name: name }) => ({ id, name }))

const namesOf = (list: readonly RoleName[]) => ({ organizations: list.map(({ name }) => name) })

/**
 * @throws user_not_found, organization_not_found, user_edit_restricted, rights_not_held,
 * precondition_failed
 */
export const setOrganizations = (ctx: Context, userId: string, ids: readonly string[]) =>
  ctx.transaction(async (ctx) => {
    const user = await readForChange(ctx, userId)
    const wanted = await named(ctx, ids)
    const chosen = new Set(ids)
    const present = new Set(user.organizations.map(({ id }) => id))
    const added = wanted.filter(({ id }) => !present.has(id))
    const left = user.organizations.filter(({ id }) => !chosen.has(id))
    if (added.length + left.length === 0) {
      return versioned([...user.organizations], user.version)
    }
    const version = await move(ctx, user, { added, left })
    audit(ctx, 'USER_ORGANIZATIONS_CHANGED', {
      subject: subjectOf(user),
      before: namesOf(user.organizations),
      after: namesOf(wanted),
    })
    return versioned(
      wanted.toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
      version,
    )
  })

interface Link {
  readonly organizationId: string
  readonly userId: string
  readonly action: 'ORGANIZATION_MEMBER_ADDED' | 'ORGANIZATION_MEMBER_REMOVED'
}

const changeOne = (ctx: Context, { organizationId, userId, action }: Link): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const user = await readForChange(ctx, userId)
    const organizations = await named(ctx, [organizationId])
    const isIn = user.organizations.some(({ id }) => id === organizationId)
    const isAdding = action === 'ORGANIZATION_MEMBER_ADDED'
    if (isIn === isAdding) return undefined
    const moved = isAdding ? { added: organizations, left: [] } : { added: [], left: organizations }
    await move(ctx, user, moved)
    audit(ctx, action, {
      subject: subjectOf(user),
      attributes: { organizationId, organization: organizations[0]?.name ?? '' },
    })
    return undefined
  })

/** @throws user_not_found, organization_not_found, user_edit_restricted, rights_not_held */
export const addToOrganization = (ctx: Context, organizationId: string, userId: string) =>
  changeOne(ctx, { organizationId, userId, action: 'ORGANIZATION_MEMBER_ADDED' })

/** @throws user_not_found, organization_not_found, user_edit_restricted, rights_not_held */
export const removeFromOrganization = (ctx: Context, organizationId: string, userId: string) =>
  changeOne(ctx, { organizationId, userId, action: 'ORGANIZATION_MEMBER_REMOVED' })
