import {
  createSiteRole,
  deleteSiteRole,
  listRoles,
  readRole,
  updateSiteRole,
} from '@signet/contract/identity/roles'
import { callsOf } from '../../../kit/entity.ts'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call } from '../../../lib/call.ts'
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

export const roles = {
  subject,
  ...callsOf({
    read: readRole,
    create: createSiteRole,
    update: updateSiteRole,
    remove: deleteSiteRole,
  }),
}
