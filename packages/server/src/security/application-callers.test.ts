import { authenticateAdminApi } from '@signet/contract/applications/api-applications'
import {
  createListExport,
  downloadListExport,
  readListExport,
} from '@signet/contract/operations/list-exports'
import { createReport, readReport } from '@signet/contract/operations/saved-reports'
import {
  createScheduledTask,
  listScheduledTaskRuns,
  runScheduledTask,
} from '@signet/contract/operations/scheduled-tasks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPerson } from '../../testing/access/people.ts'
import { bulkDriver, workOn } from '../../testing/operations/bulk.ts'
import { allRoutes } from '../app/areas.ts'
import { createExportWork } from '../modules/operations/list-exports/index.ts'
import { workOnReport } from '../modules/operations/saved-reports/index.ts'
import { workOnRun } from '../modules/operations/scheduled-tasks/index.ts'
import { buildApiApplication } from './sweep/api-application-rows.ts'
import { startObservedApp } from './sweep/observed-app.ts'
import { rightInput } from './sweep/right-calls.ts'
import { named } from './sweep/shapes.ts'
import { createWorld, type World } from './sweep/world.ts'

/*
 * Guards: `callingPrincipal`, which owns what it starts, and `readLender`, by which work goes on under
 * the rights of an application; `signedInUser` only where a person is meant.
 */

let world: World
let as: string
let name: string
beforeAll(async () => {
  world = await createWorld(await startObservedApp())
  const role = await world.ctx.db
    .selectFrom('user_roles')
    .select('role_id')
    .where('tenant_id', '=', world.ctx.tenant.id)
    .where('user_id', '=', world.admin.id)
    .executeTakeFirstOrThrow()
  const made = await buildApiApplication(world.ctx, 'ADMIN_API', { roleId: role.role_id })
  name = made.name
  const { id: applicationId, sharedSecret } = made
  const opened = await world.test.call(authenticateAdminApi, {
    body: { applicationId, sharedSecret },
  })
  as = String(opened.body.authToken)
})
afterAll(() => world.test.close())

/** Calls for a signed-in user, as their descriptions say. */
const forPeople: ReadonlyMap<string, string> = new Map([
  ['startEmailConnection', 'the browser of the session is led to the provider and back'],
  ['completeEmailConnection', 'the browser of the session is led to the provider and back'],
  ['testEmailServer', 'to the address of the caller'],
  ['sendSupportRequest', 'in the name of the caller, with their address'],
  ['registerVoiceAssistant', 'the assistant of the caller'],
  ['readVoiceRegistration', 'the assistant of the caller'],
  ['deleteVoiceRegistration', 'the assistant of the caller'],
  ['createSupportChallenge', 'two factors of the caller'],
])

const administrative = allRoutes.filter(({ endpoint }) => endpoint.needs !== undefined)

describe('an API application with the role of a super administrator', () => {
  it.each(named(administrative))(
    'may call %s, unless it is described as for users',
    { meta: { covers: ['permissions.super-administrator'], endpoints: 1 } },
    async (_label, route) => {
      const given = await rightInput(world, route)
      const { status, body } = await world.test.call(route.endpoint, { ...given, as })
      expect(status).toBeLessThan(500)
      if (!forPeople.has(route.name)) return expect(status).not.toBe(403)
      expect([status, body.errorCode]).toEqual([403, 'access_denied'])
      expect(String(route.endpoint.description)).toContain('not for an API application')
    },
  )
})

const job = (id: string) => ({
  content: { id },
  signal: new AbortController().signal,
  isLast: true,
})

describe('what an API application starts', () => {
  it('as a bulk operation is done under its rights', async () => {
    const driver = bulkDriver('importgroups', world.test.call, as)
    const { id, body } = await driver.upload('Name\nMade by a program\n')
    expect(body.operation).toMatchObject({ startedBy: name })
    const { mapping } = Object(body.operation)
    await driver.map(id, { mapping })
    expect((await driver.start(id)).status).toBe(200)
    await workOn({ platform: world.test.platform, tenant: world.ctx.tenant }, id)
    expect((await driver.read(id)).body).toMatchObject({ state: 'COMPLETED' })
  })

  it('as an export of a list is made, and is its own', async () => {
    const made = await world.test.call(createListExport, {
      as,
      body: { list: 'users', columns: ['userId'] },
    })
    const id = String(made.body.id)
    await createExportWork(allRoutes)(world.ctx, job(id))
    const params = { id }
    expect((await world.test.call(readListExport, { as, params })).body.state).toBe('READY')
    const { text } = await world.test.call(downloadListExport, { as, params })
    expect(text).toContain(world.admin.userId)
    const foreign = await world.test.call(readListExport, { as: world.admin.token, params })
    expect(foreign.status).toBe(404)
  })

  it('as a report is made', async () => {
    const body = { name: 'People', kind: 'USERS', period: 'LAST_30_DAYS' }
    const made = await world.test.call(createReport, { as, body })
    expect(made.body).toMatchObject({ startedBy: name, state: 'PENDING' })
    const id = String(made.body.id)
    await workOnReport(world.ctx, job(id))
    const read = await world.test.call(readReport, { as, params: { id } })
    expect(read.body).toMatchObject({ state: 'COMPLETED' })
  })

  it('as a scheduled task runs, and ends with the application', async () => {
    const recipient = await buildPerson(world.ctx, {
      email: 'reads@example.test',
      administrator: true,
    })
    const body = {
      name: 'By a program',
      report: { kind: 'USERS' },
      cron: '0 7 * * 1',
      timeZone: 'UTC',
      recipients: [recipient.id],
    }
    const made = await world.test.call(createScheduledTask, { as, body })
    expect(made.body, made.text).toMatchObject({ ownerName: name })
    const params = { id: String(made.body.id) }
    const runNow = async () => {
      const { body: run } = await world.test.call(runScheduledTask, {
        as: world.admin.token,
        params,
      })
      await workOnRun(world.ctx, job(String(run.id)))
      return (await world.test.call(listScheduledTaskRuns, { as: world.admin.token, params })).text
    }
    expect(await runNow()).toContain('SUCCEEDED')
    await world.ctx.db
      .updateTable('api_applications')
      .set({ enabled: false })
      .where('tenant_id', '=', world.ctx.tenant.id)
      .where('name', '=', name)
      .execute()
    expect(await runNow()).toContain('LENDER_LOCKED')
  })
})
