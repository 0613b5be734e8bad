import { queryVerification } from '@signet/contract/access/verification'
import {
  authenticateAdminApi,
  createAdminApiApplication,
  createAuthApiApplication,
  createSiemApplication,
  deleteAdminApiApplication,
  listAdminApiApplications,
  listSiemApplications,
  readAdminApiApplication,
  readSiemApplication,
  regenerateAdminApiSecret,
  updateAdminApiApplication,
} from '@signet/contract/applications/api-applications'
import { deleteSiteRole } from '@signet/contract/identity/roles'
import { listUsers } from '@signet/contract/identity/user-lists'
import { readUser } from '@signet/contract/identity/users'
import type { Endpoint } from '@signet/contract/kit/endpoint'
import { listAuditEvents, listSiemEvents } from '@signet/contract/operations/audit-events'
import { readGeneralSettings } from '@signet/contract/settings/general'
import type { Need } from '@signet/rules/permissions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  buildAdmin,
  buildGroup,
  buildRole,
  buildUser,
  everyPermission,
} from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { allRoutes } from '../../../app/areas.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  as = (await buildAdmin(test.ctx)).token
})

const unique = (): string => `Program ${test.platform.ids.random(6).toString('hex')}`
const lookAtPeople: readonly Need[] = [['USERS', 'VIEW']]

interface Made {
  readonly id: string
  readonly sharedSecret: string
}

const madeOf = ({ body, status, text }: Awaited<ReturnType<TestApp['call']>>): Made => {
  expect(status, text).toBe(200)
  return {
    id: String(Object(body.application).id),
    sharedSecret: String(body.sharedSecret),
  }
}

/** An Administration API application with a role of its own. */
const program = async (
  permissions: readonly Need[] = lookAtPeople,
  more: object = {},
): Promise<Made & { readonly roleId: string; readonly name: string }> => {
  const roleId = await buildRole(test.ctx, { permissions })
  const name = unique()
  const made = await test.call(createAdminApiApplication, { as, body: { name, roleId, ...more } })
  return { ...madeOf(made), roleId, name }
}

const opened = ({ id, sharedSecret }: Made) =>
  test.call(authenticateAdminApi, { body: { applicationId: id, sharedSecret } })

const sessionOf = async (made: Made): Promise<string> => {
  const answer = await opened(made)
  expect(answer.status, answer.text).toBe(200)
  return String(answer.body.authToken)
}

const looks = async (token: string) => (await test.call(listUsers, { as: token, body: {} })).status
const reaches = async (endpoint: Endpoint, token: string) =>
  (await test.call(endpoint, { as: token, body: {} })).status

describe('an Administration API application', () => {
  it('may do what its role permits and nothing else', async () => {
    const token = await sessionOf(await program())
    expect(await looks(token)).toBe(200)
    const settings = await test.call(readGeneralSettings, { as: token })
    expect([settings.status, settings.body.errorCode]).toEqual([403, 'access_denied'])
  })

  it('says which of the product’s own roles it has, and that another one is the tenant’s', async () => {
    const { id: roleId } = await test.ctx.db
      .selectFrom('roles')
      .select('id')
      .where('tenant_id', '=', test.tenant.id)
      .where('built_in', '=', 'AUDITOR')
      .executeTakeFirstOrThrow()
    const shown = async (body: { name: string; roleId: string }) => {
      const made = madeOf(await test.call(createAdminApiApplication, { as, body }))
      const params = { id: made.id }
      return (await test.call(readAdminApiApplication, { as, params })).body.roleBuiltIn
    }
    expect(await shown({ name: unique(), roleId })).toBe('AUDITOR')
    const own = await buildRole(test.ctx, { permissions: lookAtPeople })
    expect(await shown({ name: unique(), roleId: own })).toBeNull()
  })

  it('sees the groups of its role and nobody else', async () => {
    const [member, other] = [await buildUser(test.ctx), await buildUser(test.ctx)]
    const group = await buildGroup(test.ctx, { members: [member.id] })
    const roleId = await buildRole(test.ctx, { permissions: lookAtPeople, groupIds: [group.id] })
    const body = { name: unique(), roleId }
    const token = await sessionOf(madeOf(await test.call(createAdminApiApplication, { as, body })))
    const read = async (id: string) =>
      (await test.call(readUser, { as: token, params: { id } })).status
    expect([await read(member.id), await read(other.id)]).toEqual([200, 404])
  })

  it('holds the rights of this moment: a role that is narrowed is so on the next call', async () => {
    const made = await program()
    const token = await sessionOf(made)
    expect(await looks(token)).toBe(200)
    await test.ctx.db
      .updateTable('roles')
      .set((eb) => ({ permissions: '{}', version: eb('version', '+', 1) }))
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', made.roleId)
      .execute()
    expect(await looks(token)).toBe(403)
  })

  it('is nobody of the self-service, whatever its role', async () => {
    const token = await sessionOf(await program(everyPermission))
    const own = allRoutes.filter(({ endpoint }) => endpoint.actor === 'user')
    expect(own.length).toBeGreaterThan(50)
    for (const { endpoint, name } of own) {
      const params = Object.fromEntries(
        Object.keys(endpoint.params?.shape ?? {}).map((key) => [key, crypto.randomUUID()]),
      )
      const { status } = await test.call(endpoint, { as: token, params })
      expect([name, status]).toEqual([name, 403])
    }
  })

  it('shows its secret once, and is listed without it', async () => {
    const { id, name, sharedSecret, roleId } = await program()
    const listed = await test.call(listAdminApiApplications, { as })
    const read = await test.call(readAdminApiApplication, { as, params: { id } })
    expect(read.body).toMatchObject({ id, name, roleId, applicationType: 'ADMIN_API' })
    expect(listed.text).toContain(id)
    expect(`${listed.text}${read.text}`).not.toContain(sharedSecret)
  })

  it('is refused under a name that another program has', async () => {
    const { name, roleId } = await program()
    const again = await test.call(createAdminApiApplication, {
      as,
      body: { name: name.toUpperCase(), roleId },
    })
    expect(again.body.errorCode).toBe('application_exists')
  })

  it('keeps its role: that cannot be deleted while it is in use', async () => {
    const { roleId, name } = await program()
    const answer = await test.call(deleteSiteRole, { as, params: { id: roleId } })
    expect([answer.status, answer.body.errorCode]).toEqual([409, 'role_in_use'])
    expect(answer.text).toContain(name)
  })
})

describe('nobody gives a program', () => {
  const someone = async (permissions: readonly Need[]) =>
    (await buildAdmin(test.ctx, { permissions })).token
  const applications: readonly Need[] = [
    ['APPLICATIONS', 'VIEW'],
    ['APPLICATIONS', 'ADD'],
    ['APPLICATIONS', 'EDIT'],
  ]

  it('a role that they do not hold, by making it', async () => {
    const roleId = await buildRole(test.ctx, { permissions: lookAtPeople })
    const by = await someone(applications)
    const body = { name: unique(), roleId }
    const refused = await test.call(createAdminApiApplication, { as: by, body })
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'rights_not_held'])
    const holder = await someone([...applications, ...lookAtPeople])
    expect((await test.call(createAdminApiApplication, { as: holder, body })).status).toBe(200)
  })

  it('a secret to rights that they do not hold, by another secret', async () => {
    const { id } = await program()
    const by = await someone(applications)
    const refused = await test.call(regenerateAdminApiSecret, { as: by, params: { id }, body: {} })
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'rights_not_held'])
  })

  it('other rights by a change, of what it has or of what it is given', async () => {
    const weak = await buildRole(test.ctx, { permissions: [['APPLICATIONS', 'VIEW']] })
    const by = await someone(applications)
    const { id, roleId } = await program()
    const lower = { name: unique(), roleId: weak }
    const taken = await test.call(updateAdminApiApplication, {
      as: by,
      params: { id },
      body: lower,
    })
    expect(taken.body.errorCode).toBe('rights_not_held')
    const own = await program([['APPLICATIONS', 'VIEW']])
    const raised = await test.call(updateAdminApiApplication, {
      as: by,
      params: { id: own.id },
      body: { name: own.name, roleId },
    })
    expect(raised.body.errorCode).toBe('rights_not_held')
  })

  it('the audit log or the verification of people without holding as much', async () => {
    const by = await someone(applications)
    for (const endpoint of [createSiemApplication, createAuthApiApplication]) {
      const refused = await test.call(endpoint, { as: by, body: { name: unique() } })
      expect([refused.status, refused.body.errorCode]).toEqual([403, 'rights_not_held'])
    }
  })

  it('a secret without having proven a factor just now', async () => {
    const roleId = await buildRole(test.ctx, { permissions: lookAtPeople })
    await test.ctx.db
      .updateTable('sessions')
      .set({ authenticated_at: new Date(test.clock.now().getTime() - 3_600_000) })
      .where('tenant_id', '=', test.tenant.id)
      .execute()
    const late = await test.call(createAdminApiApplication, {
      as,
      body: { name: unique(), roleId },
    })
    expect(late.body.errorCode).toBe('step_up_required')
  })

  it('more than it has itself: a program cannot raise another', async () => {
    const token = await sessionOf(await program(applications))
    const roleId = await buildRole(test.ctx, { permissions: lookAtPeople })
    const refused = await test.call(createAdminApiApplication, {
      as: token,
      body: { name: unique(), roleId },
    })
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'rights_not_held'])
  })
})

describe('a session of a program', () => {
  it('is opened by its secret alone; all refusals are alike', async () => {
    const made = await program()
    const off = await program(lookAtPeople, { enabled: false })
    const elsewhere = await program(lookAtPeople, { addresses: ['198.51.100.0/24'] })
    const refusals = [
      { ...made, sharedSecret: `${made.sharedSecret}x` },
      { ...made, id: crypto.randomUUID() },
      off,
      elsewhere,
    ]
    const texts = new Set<string>()
    for (const each of refusals) {
      const answer = await opened(each)
      expect(answer.status).toBe(401)
      const { requestId: _request, ...rest } = answer.body
      texts.add(JSON.stringify(rest))
    }
    expect(texts.size).toBe(1)
    expect((await opened(made)).status).toBe(200)
  })

  it('and each refusal stands in the audit log with its reason', async () => {
    const elsewhere = await program(lookAtPeople, { addresses: ['198.51.100.0/24'] })
    await opened(elsewhere)
    await opened({ ...elsewhere, sharedSecret: 'wrong' })
    const { text } = await test.call(listAuditEvents, {
      as,
      body: { actions: ['REQUEST_REJECTED'], entityId: elsewhere.id },
    })
    const reasons = JSON.parse(text).results.map((event: object) => [
      Object(event).outcome,
      Object(Object(event).attributes).reason,
    ])
    expect(reasons).toEqual([
      ['DENIED', 'WRONG_CLIENT_SECRET'],
      ['DENIED', 'ADDRESS_NOT_ALLOWED'],
    ])
  })

  it('leaves in the audit log which call it lacks the permission for', async () => {
    const made = await program()
    const token = await sessionOf(made)
    expect((await test.call(listAdminApiApplications, { as: token })).status).toBe(403)
    const { text } = await test.call(listAuditEvents, {
      as,
      body: { actions: ['REQUEST_REJECTED'], entityId: made.id },
    })
    expect(JSON.parse(text).results).toMatchObject([
      {
        outcome: 'DENIED',
        attributes: {
          door: 'API',
          reason: 'ACCESS_DENIED',
          asked: { method: 'GET', path: listAdminApiApplications.path },
        },
      },
    ])
  })

  it('opens nothing in another tenant', async () => {
    const other = await test.otherTenant()
    const made = await program()
    const { id: applicationId, sharedSecret } = made
    const there = await other.call(authenticateAdminApi, { body: { applicationId, sharedSecret } })
    expect(there.status).toBe(401)
    const token = await sessionOf(made)
    expect((await other.call(listUsers, { as: token, body: {} })).status).toBe(401)
  })

  it('ends when the program is switched off, moved or deleted', async () => {
    const made = await program()
    const { id, name, roleId } = made
    const change = async (more: object) => {
      const body = { name, roleId, ...more }
      const changed = await test.call(updateAdminApiApplication, { as, params: { id }, body })
      expect(changed.status, changed.text).toBe(200)
    }
    const token = await sessionOf(made)
    await change({ addresses: ['198.51.100.7'] })
    expect(await looks(token)).toBe(401)
    await change({})
    expect(await looks(token)).toBe(200)
    await change({ enabled: false })
    expect(await looks(token)).toBe(401)
    await change({})
    expect(await looks(token)).toBe(401)
    const next = await sessionOf(made)
    await test.call(deleteAdminApiApplication, { as, params: { id } })
    expect(await looks(next)).toBe(401)
  })

  /* Guard: `actorOf`, of an application. */
  it('opens nothing while the program is off, though nobody has ended it', async () => {
    const made = await program()
    const token = await sessionOf(made)
    const put = (enabled: boolean) =>
      test.ctx.db
        .updateTable('api_applications')
        .set({ enabled })
        .where('tenant_id', '=', test.tenant.id)
        .where('id', '=', made.id)
        .execute()
    await put(false)
    expect(await looks(token)).toBe(403)
    await put(true)
    expect(await looks(token)).toBe(200)
  })

  it('lasts as long as the program’s tokens do', async () => {
    const token = await sessionOf(await program(lookAtPeople, { tokenTtlSeconds: 300 }))
    test.clock.advance(200_000)
    expect(await looks(token)).toBe(200)
    test.clock.advance(101_000)
    expect(await looks(token)).toBe(401)
  })
})

describe('a new secret', () => {
  const rotate = async (id: string, overlapHours: number) =>
    madeOf(
      await test.call(regenerateAdminApiSecret, { as, params: { id }, body: { overlapHours } }),
    )

  it('without overlap ends the former one and its sessions at once', async () => {
    const made = await program()
    const token = await sessionOf(made)
    const next = await rotate(made.id, 0)
    expect((await opened(made)).status).toBe(401)
    expect(await looks(token)).toBe(401)
    expect(await looks(await sessionOf(next))).toBe(200)
  })

  it('with overlap leaves the former one until then and no longer', async () => {
    const made = await program()
    const token = await sessionOf(made)
    const next = await rotate(made.id, 2)
    expect([(await opened(made)).status, await looks(token)]).toEqual([200, 200])
    test.clock.advance(2 * 3_600_000 + 1000)
    expect([(await opened(made)).status, (await opened(next)).status]).toEqual([401, 200])
  })

  it('takes no third one beside it', async () => {
    const first = await program()
    await rotate(first.id, 48)
    await rotate(first.id, 48)
    expect((await opened(first)).status).toBe(401)
  })
})

describe('a SIEM application', () => {
  it('reads the audit events of collectors and nothing else', async () => {
    const token = await sessionOf(
      madeOf(await test.call(createSiemApplication, { as, body: { name: unique() } })),
    )
    const events = await test.call(listSiemEvents, { as: token, body: {} })
    expect(events.status, events.text).toBe(200)
    expect(events.text).toContain('APPLICATION_CREATED')
    expect([await reaches(listAuditEvents, token), await looks(token)]).toEqual([403, 403])
  })

  it('stands in its own list, and is no Administration API application', async () => {
    const { id } = madeOf(await test.call(createSiemApplication, { as, body: { name: unique() } }))
    expect((await test.call(listSiemApplications, { as })).text).toContain(id)
    expect((await test.call(readSiemApplication, { as, params: { id } })).status).toBe(200)
    expect((await test.call(readAdminApiApplication, { as, params: { id } })).status).toBe(404)
  })
})

describe('an Authentication API application', () => {
  it('verifies people and reads nothing of them', async () => {
    const token = await sessionOf(
      madeOf(await test.call(createAuthApiApplication, { as, body: { name: unique() } })),
    )
    const { userId, id } = await buildUser(test.ctx)
    const begun = await test.call(queryVerification, { as: token, body: { userId } })
    expect(begun.status, begun.text).toBe(200)
    expect((await test.call(readUser, { as: token, params: { id } })).status).toBe(403)
    expect([await looks(token), await reaches(listSiemEvents, token)]).toEqual([403, 403])
  })

  it('takes no role', async () => {
    const roleId = await buildRole(test.ctx, {})
    const refused = await test.call(createAuthApiApplication, {
      as,
      body: { name: unique(), roleId },
    })
    expect(refused.status).toBe(400)
  })
})
