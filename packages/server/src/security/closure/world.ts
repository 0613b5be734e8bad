import { createOidcIdentityProvider } from '@signet/contract/applications/identity-providers'
import { replaceUserOauthRoles } from '@signet/contract/applications/oauth-roles'
import { createGroup, deleteGroup, emptyGroup } from '@signet/contract/identity/groups'
import {
  assignUserRole,
  createSiteRole,
  deleteSiteRole,
  removeUserRole,
  updateSiteRole,
} from '@signet/contract/identity/roles'
import { changeUserState, createUser, updateUser } from '@signet/contract/identity/users'
import type { BulkKindName } from '@signet/rules/bulk'
import type { Rights } from '@signet/rules/roles'
import { z } from 'zod'
import { type BuiltUser, signInAs } from '../../../testing/builders.ts'
import { bulkDriver, workOn } from '../../../testing/operations/bulk.ts'
import type { TestApp, TestTenant } from '../../../testing/test-app.ts'
import { rightsOf } from '../../modules/identity/roles/index.ts'
import { rightsFrom } from '../../modules/identity/roles/role-rights.ts'
import { type Grants, groups, type Step } from './steps.ts'

const Effect = z.object({ createsUsers: z.boolean(), groupMappings: z.array(z.unknown()) })

/** What stands of a person beside their rights. */
export interface Standing {
  readonly lastName: string | null
  readonly state: string
  readonly groups: readonly string[]
  readonly oauthRoles: readonly string[]
}

export const pick = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

/** The id of what a call made, if it did. */
export const idIn = ({ body }: { readonly body: Record<string, unknown> }): readonly string[] =>
  typeof body.id === 'string' ? [body.id] : []

/** Administrators with a role each, and what they make with their calls. */
export class World {
  readonly platform: TestApp['platform']
  readonly tenant: TestTenant
  readonly people: BuiltUser[] = []
  readonly roles: string[] = []
  readonly groups: string[] = [...groups]
  readonly oauthRoles: string[] = []
  readonly begun: string[] = []
  /** Whom the administrators act as. */
  readonly tokens: string[] = []

  constructor(platform: TestApp['platform'], tenant: TestTenant) {
    this.platform = platform
    this.tenant = tenant
  }

  get name(): string {
    return `made-${this.tenant.ctx.platform.ids.random(6).toString('hex')}`
  }

  role({ permissions, scope }: Grants) {
    return { name: this.name, permissions, ...scope }
  }

  async upload(kind: BulkKindName, as: string, content: string): Promise<void> {
    const driver = bulkDriver(kind, this.tenant.call, as)
    const { id, body } = await driver.upload(content)
    const { mapping } = Object(body.operation)
    await driver.map(id, { mapping, ...(kind === 'importusers' ? { existing: 'UPDATE' } : {}) })
    if ((await driver.start(id)).status === 200) this.begun.push(id)
  }

  async work(): Promise<void> {
    const on = { platform: this.platform, tenant: this.tenant.tenant }
    for (const id of this.begun.splice(0)) await workOn(on, id)
  }

  async onRoles({ kind, to, at, grants }: Step, as: string): Promise<void> {
    const { call } = this.tenant
    const params = { userid: pick(this.people, to).id, roleid: pick(this.roles, at) }
    const body = this.role(grants)
    if (kind === 'create role') this.roles.push(...idIn(await call(createSiteRole, { as, body })))
    if (kind === 'update role') {
      await call(updateSiteRole, { as, params: { id: params.roleid }, body })
    }
    if (kind === 'delete role') await call(deleteSiteRole, { as, params: { id: params.roleid } })
    if (kind === 'assign role') await call(assignUserRole, { as, params })
    if (kind === 'remove role') await call(removeUserRole, { as, params })
  }

  async onPeople({ kind, to, at, grants }: Step, as: string): Promise<void> {
    const { call, ctx } = this.tenant
    const { id, userId } = pick(this.people, to)
    const chosen = grants.scope.groupIds.length === 0 ? [pick(this.groups, at)] : groups
    if (kind === 'create user') {
      const made = { userId: this.name, groups: chosen }
      for (const newId of idIn(await call(createUser, { as, body: made }))) {
        const person = { id: newId, userId: made.userId }
        this.people.push(person)
        this.tokens.push(await signInAs(ctx, person))
      }
    }
    if (kind === 'regroup') await call(updateUser, { as, params: { id }, body: { groups: chosen } })
    if (kind === 'switch off') {
      await call(changeUserState, { as, params: { id }, body: { state: 'INACTIVE' } })
    }
    if (kind === 'give oauth role') {
      const body = { oauthRoleIds: [pick(this.oauthRoles, at)] }
      await call(replaceUserOauthRoles, { as, params: { userid: id }, body })
    }
    if (kind === 'import users') {
      await this.upload(
        'importusers',
        as,
        `User id,Last name,Password\n${userId},Taken,Grue-ne7Wiese!\n`,
      )
    }
  }

  async onGroups({ kind, to, at }: Step, as: string): Promise<void> {
    const { call } = this.tenant
    const params = { id: pick(this.groups, at) }
    if (kind === 'create group') {
      this.groups.push(...idIn(await call(createGroup, { as, body: { name: this.name } })))
    }
    if (kind === 'empty group') await call(emptyGroup, { as, params })
    if (kind === 'delete group') await call(deleteGroup, { as, params })
    if (kind === 'configure provider') {
      const body = {
        name: this.name,
        issuer: 'https://login.example.test',
        clientId: 'closure',
        clientSecret: 'closure-secret',
        createsUsers: at % 2 === 0,
        groupMappings:
          at % 3 === 0 ? [] : [{ claim: 'groups', value: 'staff', groupId: params.id }],
      }
      await call(createOidcIdentityProvider, { as, body })
    }
    if (kind === 'import memberships') {
      const names = await this.tenant.ctx.db
        .selectFrom('groups')
        .select('name')
        .where('tenant_id', '=', this.tenant.tenant.id)
        .orderBy('id')
        .execute()
      const group = names.length === 0 ? 'none' : pick(names, at).name
      await this.upload(
        'importusergroups',
        as,
        `User id,Group\n${pick(this.people, to).userId},${group}\n`,
      )
    }
  }

  async take(step: Step): Promise<void> {
    const as = pick(this.tokens, step.by)
    if (step.kind === 'work') await this.work()
    await this.onRoles(step, as)
    await this.onPeople(step, as)
    await this.onGroups(step, as)
  }

  /** What each role amounts to. */
  async rightsOfRoles(): Promise<ReadonlyMap<string, Rights>> {
    const { db, tenant } = this.tenant.ctx
    const roles = await db
      .selectFrom('roles')
      .selectAll()
      .where('tenant_id', '=', tenant.id)
      .execute()
    return new Map(roles.map((role) => [role.id, rightsFrom([role], tenant.isProvider)]))
  }

  /** What identity providers will do to users, without the administrators who configured them. */
  async providers() {
    const { db, tenant } = this.tenant.ctx
    const rows = await db
      .selectFrom('identity_providers')
      .select('definition')
      .where('tenant_id', '=', tenant.id)
      .execute()
    return rows.map(({ definition }) => Effect.parse(definition))
  }

  rightsOfAll(): Promise<readonly (readonly [string, Rights])[]> {
    return Promise.all(
      this.people.map(async ({ id }) => [id, await rightsOf(this.tenant.ctx, id)] as const),
    )
  }

  /** What stands of each person beside their rights. */
  async standing(): Promise<ReadonlyMap<string, Standing>> {
    const { db } = this.tenant.ctx
    const tenantId = this.tenant.tenant.id
    const inGroups = await db
      .selectFrom('user_groups')
      .select(['user_id', 'group_id'])
      .where('tenant_id', '=', tenantId)
      .execute()
    const oauth = await db
      .selectFrom('user_oauth_roles')
      .select(['user_id', 'oauth_role_id'])
      .where('tenant_id', '=', tenantId)
      .execute()
    const users = await db
      .selectFrom('users')
      .select(['id', 'last_name', 'state'])
      .where('tenant_id', '=', tenantId)
      .execute()
    return new Map(
      users.map(({ id, last_name: lastName, state }) => [
        id,
        {
          lastName,
          state,
          groups: inGroups.filter((row) => row.user_id === id).map((row) => row.group_id),
          oauthRoles: oauth.filter((row) => row.user_id === id).map((row) => row.oauth_role_id),
        },
      ]),
    )
  }
}
