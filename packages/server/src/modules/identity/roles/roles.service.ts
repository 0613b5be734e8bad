import type { SiteRole } from '@signet/contract/identity/roles'
import { textsOf } from '@signet/phrases/node'
import { messageOf } from '@signet/phrases/texts'
import { builtInRoleIds } from '@signet/rules/built-in-roles'
import { adminLocaleFor } from '@signet/rules/locales'
import { adminEntityTypes, permissionActions, providerEntityTypes } from '@signet/rules/permissions'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { type Versioned, versioned } from '../../../kit/routes.ts'
import { unique } from '../../../kit/rows.ts'
import { isNamed, type NameSearch } from '../../../platform/db/name-search.ts'
import { removeRow } from '../../../platform/db/row-sets.ts'
import { expectGroups } from '../groups/index.ts'
import type { StoredRole } from './role-rights.ts'
import { expectHeld, inUse, refuseBuiltIn, rightsOfForm, rightsWith } from './roles.policy.ts'
import { grantsOf, presentRole } from './roles.present.ts'
import {
  countHolders,
  findRole,
  findRoleForChange,
  insertRole,
  listAllRoles,
  listCombinationsWith,
  listHolders,
  type RoleColumns,
  updateRole,
} from './roles.repository.ts'

type WireRole = ReturnType<typeof presentRole>

const present = ({ tenant }: Context, role: StoredRole): WireRole =>
  presentRole(role, tenant.isProvider)

/** Provider roles mean something in the tenants of providers only. */
const isShown = ({ tenant }: Context, role: StoredRole): boolean =>
  tenant.isProvider || role.role_type !== 'SERVICE_PROVIDER'

const isSiteRole = (role: StoredRole): boolean => role.role_type === 'ADMIN'

/** The built-in roles whose names in the caller's language hold what is looked for. */
const builtInNamed = ({ locale }: Context, wanted: NameSearch): readonly string[] => {
  const texts = textsOf(adminLocaleFor(locale), 'members')
  const nameOf = (id: string) => messageOf(texts, `roles.builtIn.${id}.name`) ?? ''
  return builtInRoleIds.filter((id) => isNamed(nameOf(id), wanted))
}

export const listShown = async (ctx: Context, wanted: NameSearch): Promise<WireRole[]> => {
  const found = await listAllRoles(ctx, { ...wanted, builtIn: builtInNamed(ctx, wanted) })
  const shown = found.filter((role) => isShown(ctx, role))
  return shown.slice(0, wanted.limit).map((role) => present(ctx, role))
}

export const listSite = async (ctx: Context): Promise<WireRole[]> =>
  (await listAllRoles(ctx)).filter(isSiteRole).map((role) => present(ctx, role))

/** @throws role_not_found */
export const readShown = async (ctx: Context, id: string): Promise<Versioned<WireRole>> => {
  const role = await findRole(ctx, id)
  if (role === undefined || !isShown(ctx, role)) throw new ApiError('role_not_found')
  return versioned(present(ctx, role), role.version)
}

/** @throws role_not_found */
export const readSite = async (ctx: Context, id: string): Promise<Versioned<WireRole>> => {
  const role = await findRole(ctx, id)
  if (role === undefined || !isSiteRole(role)) throw new ApiError('role_not_found')
  return versioned(present(ctx, role), role.version)
}

export const listCatalogue = ({ tenant }: Context) => {
  const actions = [...permissionActions]
  return [
    ...adminEntityTypes.map((entityType) => ({ entityType, roleType: 'ADMIN' as const, actions })),
    ...(tenant.isProvider ? providerEntityTypes : []).map((entityType) => ({
      entityType,
      roleType: 'SERVICE_PROVIDER' as const,
      actions,
    })),
  ]
}

const columnsOf = (wanted: z.output<typeof SiteRole>): RoleColumns => ({
  name: wanted.name,
  name_key: foldName(wanted.name),
  description: wanted.description,
  group_management: wanted.groupManagement,
  group_ids: wanted.groupManagement === 'ALL' ? [] : wanted.groupIds,
  permissions: grantsOf(wanted.permissions),
})

const refusingDuplicates = unique({
  roles_tenant_id_name_key_key: 'role_exists',
})

const shown = (role: StoredRole): Record<string, unknown> => ({
  name: role.name,
  description: role.description,
  groupManagement: role.group_management,
  groupIds: role.group_ids,
  permissions: role.permissions,
})

const subjectOf = ({ id, name }: StoredRole) => ({ entity: 'ROLES', id, name })

/** @throws role_exists, rights_not_held, group_not_found */
export const create = (ctx: Context, wanted: z.output<typeof SiteRole>) =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const { ids, clock } = ctx.platform
      const row = {
        ...columnsOf(wanted),
        tenant_id: ctx.tenant.id,
        id: ids.uuid(),
        role_type: 'ADMIN' as const,
        built_in: null,
        super_administrator: false,
        created_at: clock.now(),
      }
      await expectGroups(ctx, row.group_ids)
      expectHeld(ctx, [rightsOfForm(ctx, { ...row, version: 1 })])
      const role = await insertRole(ctx, row)
      audit(ctx, 'ROLE_CREATED', { subject: subjectOf(role), after: shown(role) })
      return versioned(present(ctx, role), role.version)
    }),
  )

/**
 * The rights of the role's holders with the role in this form. A role narrows the groups of the
 * others a person has, so that even making one smaller may widen somebody's rights.
 */
const rightsOfHolders = async (ctx: Context, forms: readonly StoredRole[]) => {
  const [role] = forms
  if (role === undefined) return []
  const all = new Map((await listAllRoles(ctx)).map((each) => [each.id, each]))
  const combinations = await listCombinationsWith(ctx, role.id)
  return combinations.flatMap((ids) => {
    const others = ids.flatMap((id) => (id === role.id ? [] : (all.get(id) ?? [])))
    return forms.map((form) => rightsWith(ctx, [...others, form]))
  })
}

const readForChange = async (ctx: Context, id: string): Promise<StoredRole> => {
  const role = await findRoleForChange(ctx, id)
  if (role === undefined || !isSiteRole(role)) throw new ApiError('role_not_found')
  refuseBuiltIn(role)
  expectVersion(ctx, role.version)
  return role
}

/** @throws role_not_found, role_built_in, role_exists, rights_not_held, group_not_found, precondition_failed */
export const update = (ctx: Context, id: string, wanted: z.output<typeof SiteRole>) =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const role = await readForChange(ctx, id)
      const columns = columnsOf(wanted)
      await expectGroups(ctx, columns.group_ids)
      const forms = [role, { ...role, ...columns }]
      expectHeld(ctx, [
        ...forms.map((form) => rightsOfForm(ctx, form)),
        ...(await rightsOfHolders(ctx, forms)),
      ])
      const after = await updateRole(ctx, id, columns)
      audit(ctx, 'ROLE_UPDATED', {
        subject: subjectOf(after),
        before: shown(role),
        after: shown(after),
      })
      return versioned(present(ctx, after), after.version)
    }),
  )

/** @throws role_not_found, role_built_in, role_in_use naming some, rights_not_held, precondition_failed */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const role = await readForChange(ctx, id)
    expectHeld(ctx, [rightsOfForm(ctx, role)])
    const count = await countHolders(ctx, id)
    if (count > 0) throw inUse.role(ctx, count, await listHolders(ctx, id, inUse.most))
    await removeRow(ctx, 'roles', id)
    audit(ctx, 'ROLE_DELETED', { subject: subjectOf(role), before: shown(role) })
    return undefined
  })
