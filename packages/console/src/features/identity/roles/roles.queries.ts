import {
  createSiteRole,
  deleteSiteRole,
  listRoles,
  readRole,
  updateSiteRole,
} from '@signet/contract/identity/roles'
import { builtInRoleIds } from '@signet/rules/built-in-roles'
import { oneOf } from '@signet/rules/membership'
import { callsOf } from '../../../kit/entity.ts'
import type { ListRequest } from '../../../kit/list-state.ts'
import { nameSought } from '../../../kit/name-sought.ts'
import type { PaletteItem } from '../../../kit/screen.ts'
import { call } from '../../../lib/call.ts'
import { keyedTextNow, loadTexts } from '../../../lib/i18n.ts'
import type { RoleDetail } from './role-forms.ts'

const subject = 'roles'

export const rolePath = (id: string): string => `/role/${id}`

interface Words {
  readonly nameOf: (role: RoleDetail) => string
  readonly descriptionOf: (role: RoleDetail) => string | null
}

const fits =
  ({ search, filters }: ListRequest, { nameOf, descriptionOf }: Words) =>
  (role: RoleDetail): boolean =>
    `${nameOf(role)} ${descriptionOf(role) ?? ''}`
      .toLocaleLowerCase()
      .includes(search.toLocaleLowerCase()) &&
    (filters.origin === undefined || filters.origin === (role.builtIn === null ? 'own' : 'builtIn'))

const whole = (results: readonly RoleDetail[]) => ({
  results,
  paging: { total: results.length, estimated: false, nextCursor: null, prevCursor: null },
})

/** The list comes whole, the built-in ones first, and is searched by the words that are shown. */
export const rolesPageQuery = (words: Words) => (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    whole((await call(listRoles, { signal })).filter(fits(request, words))),
})

const isBuiltIn = oneOf(builtInRoleIds)

/** A built-in role is called in the visitor's language. */
const nameOf = ({ name, builtIn }: Pick<RoleDetail, 'name' | 'builtIn'>): string =>
  (isBuiltIn(builtIn) ? keyedTextNow(`members:roles.builtIn.${builtIn}.name`, {}) : null) ?? name

/** Roles for the palette. */
export const findRoles = async (
  typed: string,
  signal: AbortSignal,
): Promise<readonly PaletteItem[]> => {
  const [found] = await Promise.all([
    call(listRoles, { query: nameSought(typed), signal }),
    loadTexts(['members']),
  ])
  return found.map((role) => ({ id: role.id, label: nameOf(role), to: rolePath(role.id) }))
}

export const roles = {
  subject,
  ...callsOf({
    read: readRole,
    create: createSiteRole,
    update: updateSiteRole,
    remove: deleteSiteRole,
  }),
}
