import type { Mutation } from './mutation.ts'

const server = 'packages/server/src'

/** Section "Tenants and rights" of docs/security.md. */
export const tenantMutations: readonly Mutation[] = [
  {
    id: 'S21',
    promise: 'Row-level security shows rows of one tenant alone.',
    file: `${server}/platform/db/migration.ts`,
    find: 'create policy tenant on ${name} using (${tenantIs})',
    replace: 'create policy tenant on ${name} using (true)',
    tests: [`${server}/platform/db/row-security.test.ts`],
    project: 'server',
  },
  {
    id: 'S21.own-ids',
    promise: 'Users end only sessions of their own.',
    file: `${server}/modules/tenancy/sessions/sessions.repository.ts`,
    find: ".where('id', '=', id)\n    .where('user_id', '=', userId)",
    replace: ".where('id', '=', id)",
    tests: [`${server}/security/foreign-ids.test.ts`],
    project: 'server',
  },
  {
    id: 'S22',
    promise: 'An administrator does not act on a user who holds more rights.',
    file: `${server}/modules/identity/users/users.policy.ts`,
    find: "if (!holds(ctx.actor, theirs)) throw new ApiError('rights_not_held')",
    replace: "if (theirs === null) throw new ApiError('rights_not_held')",
    tests: [`${server}/modules/identity/users/user-authority.test.ts`],
    project: 'server',
  },
  {
    id: 'S22.closure',
    promise: 'Administrators give no rights that they do not hold.',
    file: `${server}/modules/identity/roles/roles.policy.ts`,
    find: 'if (!wanted.every((rights) => holds(actor, rights)))',
    replace: 'if (!wanted.every((rights) => holds(rights, rights)))',
    tests: [`${server}/security/closure.test.ts`],
    project: 'server',
  },
  {
    id: 'S22.group-scope',
    promise: 'An administrator of some groups does not find users outside of them.',
    file: `${server}/modules/identity/groups/sight.ts`,
    find: 'groups.some(({ id }) => seesGroup(ctx, id))',
    replace: 'groups.length >= 0',
    tests: [`${server}/security/group-scope.test.ts`],
    project: 'server',
  },
  {
    id: 'S23',
    promise: 'A body sets no field that its schema does not name.',
    file: `${server}/kit/members.ts`,
    find: '  if (schema === undefined || unknown.length === 0) return given.body\n',
    replace: '  return given.body\n',
    tests: [`${server}/security/crawl.test.ts`],
    project: 'server',
  },
  {
    id: 'S24',
    promise: 'A connector that gets another URL loses its secret.',
    file: `${server}/modules/settings/http-connectors/connectors.service.ts`,
    find: '  one.url === other.url &&\n',
    replace: '',
    tests: [`${server}/modules/settings/http-connectors/http-connectors.test.ts`],
    project: 'server',
  },
]
