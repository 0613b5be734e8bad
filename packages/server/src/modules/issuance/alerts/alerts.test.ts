import {
  createPrinterAlert,
  deletePrinterAlert,
  deletePrinterAlerts,
  listPrinterAlerts,
  readPrinterAlert,
  updatePrinterAlert,
} from '@signet/contract/issuance/alerts'
import { deletePrinter } from '@signet/contract/issuance/printers'
import {
  readFleetAlertSettings,
  updateFleetAlertSettings,
} from '@signet/contract/settings/fmaasalerts'
import type { SimulatedFault } from '@signet/rules/printers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BuiltUser, buildAdmin, buildGroup, signInAs } from '../../../../testing/builders.ts'
import { buildQuickPrinter, suffer } from '../../../../testing/issuance/print-jobs.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { handleInTenant, tenantContexts } from '../../../app/tenant-jobs.ts'
import { deliverNotice } from '../../authenticators/notices/index.ts'
import { findPrinter, look } from '../printers/index.ts'
import { judgePrinters } from './index.ts'

let test: TestApp
let admin: BuiltUser
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  admin = await buildAdmin(test.ctx)
  await test.platform.queue.start()
  await handleInTenant(test.platform, { queue: 'mail', work: deliverNotice })
})
afterAll(() => test.close())

const watching = {
  enabled: true,
  recipients: ['desk@acme.example'],
  tellsRecovery: true,
  pauseMinutes: 0,
}
const enable = (change: object = {}) =>
  test.call(updateFleetAlertSettings, {
    as,
    body: { ...watching, ...change },
  })

beforeEach(async () => {
  as = await signInAs(test.ctx, admin)
  const { body } = await test.call(listPrinterAlerts, { as })
  const ids = Array.isArray(body) ? body.map(({ id }) => id) : []
  if (ids.length > 0) await test.call(deletePrinterAlerts, { as, body: { ids } })
  await test.ctx.db.deleteFrom('printers').where('tenant_id', '=', test.tenant.id).execute()
  await enable()
})

const alert = async (body: object = {}) => {
  const name = `Alert ${test.ctx.platform.ids.random(6).toString('hex')}`
  const made = await test.call(createPrinterAlert, {
    as,
    body: { name, condition: 'ERROR', settleMinutes: 0, ...body },
  })
  expect(made.status, made.text).toBe(201)
  return String(made.body.id)
}

const minute = 60_000
const judge = async (minutes = 1): Promise<void> => {
  test.clock.advance(minutes * minute)
  await judgePrinters(test.platform, tenantContexts(test.platform, 'printer-alerts'))
}
const lookAt = async (printerId: string): Promise<void> => {
  const row = await findPrinter(test.ctx, printerId)
  if (row !== undefined) await look(test.ctx, row)
}
const seen = async (printerId: string, fault: SimulatedFault): Promise<void> => {
  await suffer(test.ctx, printerId, { fault })
  await lookAt(printerId)
  await judge()
}
const supply = (printerId: string, level: number) =>
  test.ctx.db
    .updateTable('printers')
    .set({ supplies: JSON.stringify([{ name: 'ribbon', level, isConsumed: true }]) })
    .where('tenant_id', '=', test.tenant.id)
    .where('id', '=', printerId)
    .execute()
/** By a session of now: time has passed. */
const standing = async (id: string) => {
  const now = await signInAs(test.ctx, admin)
  return (await test.call(readPrinterAlert, { as: now, params: { id } })).body.standing
}

/** Subjects and printers of the mails since the last look, once none waits. */
let read = 0
const mails = async (): Promise<readonly string[]> => {
  const waiting = async () => {
    const { rows } = await sql<{ count: string }>`select count(*) as count from job_contents
      where tenant_id = ${test.tenant.id} and queue = 'mail' and state = 'WAITING'`.execute(
      test.ctx.db,
    )
    return Number(rows[0]?.count)
  }
  await expect.poll(waiting, { timeout: 60_000, interval: 50 }).toBe(0)
  const all = test.outbox().filter(({ to }) => to.endsWith('@acme.example'))
  const fresh = all.slice(0, all.length - read)
  read = all.length
  return fresh.map(({ to, subject, text }) => {
    const [line = ''] = text
      .split('\n')
      .filter((each) => /^(?:Offline|Supply|Clean|Stop)/.test(each))
    return `${to}: ${subject.includes('well again') ? 'over' : 'begun'}: ${line}`
  })
}

const nameOf = async (printerId: string) => (await findPrinter(test.ctx, printerId))?.name

describe('an alert on printers', () => {
  beforeEach(async () => void (await mails()))

  it('is mailed once while its state stands, and once when it is over', async () => {
    const printerId = await buildQuickPrinter(test.ctx)
    const name = await nameOf(printerId)
    const id = await alert()
    await seen(printerId, 'JAM')
    expect(await mails()).toEqual([`desk@acme.example: begun: Stopped: ${name} (A card is jammed)`])
    expect(await standing(id)).toMatchObject([{ printerId, detail: 'media-jam' }])
    await judge(60)
    await seen(printerId, 'RIBBON_OUT')
    expect(await mails()).toEqual([])
    await seen(printerId, 'NONE')
    expect(await mails()).toEqual([`desk@acme.example: over: Stopped: ${name}`])
    expect(await standing(id)).toEqual([])
  })

  it('tells nobody until it is switched on, and nobody of recoveries who does not want them', async () => {
    const printerId = await buildQuickPrinter(test.ctx)
    const id = await alert()
    await enable({ enabled: false })
    await seen(printerId, 'JAM')
    expect([await mails(), await standing(id)]).toEqual([[], []])
    await enable({ tellsRecovery: false })
    await judge()
    expect(await mails()).toHaveLength(1)
    await seen(printerId, 'NONE')
    expect(await mails()).toEqual([])
  })

  it('of a supply that flaps is one mail at most', async () => {
    const printerId = await buildQuickPrinter(test.ctx)
    await enable({ pauseMinutes: 60 })
    await alert({ condition: 'SUPPLY_LOW', level: 15 })
    for (const level of [16, 14, 16, 14, 18, 12, 40, 14, 40, 14, 40]) {
      await supply(printerId, level)
      await judge()
    }
    // two jobs, delivered in either order
    const kinds = (await mails()).map((line) => line.split(': ')[1])
    expect(kinds.toSorted()).toEqual(['begun', 'over'])
  })

  it('waits until its state has stood as long as it should', async () => {
    const printerId = await buildQuickPrinter(test.ctx)
    await alert({ condition: 'OFFLINE', settleMinutes: 5 })
    await seen(printerId, 'OFFLINE')
    await judge(4)
    await seen(printerId, 'NONE')
    await seen(printerId, 'OFFLINE')
    expect(await mails()).toEqual([])
    await judge(5)
    expect(await mails()).toHaveLength(1)
  })

  it('of many printers at once is one mail, to each recipient', async () => {
    const printers = [await buildQuickPrinter(test.ctx), await buildQuickPrinter(test.ctx)]
    const beside = await buildQuickPrinter(test.ctx)
    await enable({ recipients: ['desk@acme.example', 'boss@acme.example'] })
    await alert({ printerIds: printers })
    for (const printerId of [...printers, beside]) {
      await suffer(test.ctx, printerId, { fault: 'JAM' })
      await lookAt(printerId)
    }
    await judge()
    const told = await mails()
    expect(told).toHaveLength(2)
    const names = await Promise.all(printers.map(nameOf))
    for (const name of names) expect(told[0]).toContain(name)
    expect(told[0]).not.toContain(await nameOf(beside))
  })

  it('is judged by one node of two', async () => {
    const printerId = await buildQuickPrinter(test.ctx)
    await alert()
    await suffer(test.ctx, printerId, { fault: 'JAM' })
    await lookAt(printerId)
    test.clock.advance(minute)
    const contexts = tenantContexts(test.platform, 'printer-alerts')
    await Promise.all([1, 2].map(() => judgePrinters(test.platform, contexts)))
    expect(await mails()).toHaveLength(1)
  })

  it('forgets printers that are deleted, and stays for the others', async () => {
    const printerId = await buildQuickPrinter(test.ctx)
    const id = await alert({ printerIds: [printerId] })
    const gone = await test.call(deletePrinter, { as, params: { printerId } })
    expect(gone.status).toBe(204)
    const { body } = await test.call(readPrinterAlert, { as, params: { id } })
    expect(body.printerIds).toEqual([])
    await seen(await buildQuickPrinter(test.ctx), 'JAM')
    expect(await mails()).toEqual([])
  })
})

describe('alerts', () => {
  it('are changed and deleted, all of them or none', async () => {
    const [id, second] = [await alert(), await alert({ condition: 'OFFLINE' })]
    const body = { name: 'Ribbons', condition: 'SUPPLY_LOW', level: 30 }
    const changed = await test.call(updatePrinterAlert, { as, params: { id }, body })
    expect(changed.body).toMatchObject({ ...body, settleMinutes: 5, printerIds: null })
    const twice = await test.call(updatePrinterAlert, { as, params: { id: second }, body })
    expect(twice.body.errorCode).toBe('ISSUANCE_ALERT_EXISTS')
    const missing = { ids: [id, crypto.randomUUID()] }
    expect((await test.call(deletePrinterAlerts, { as, body: missing })).status).toBe(404)
    expect((await test.call(readPrinterAlert, { as, params: { id } })).status).toBe(200)
    expect((await test.call(deletePrinterAlert, { as, params: { id } })).status).toBe(204)
    expect((await test.call(deletePrinterAlerts, { as, body: { ids: [second] } })).status).toBe(204)
    expect((await test.call(listPrinterAlerts, { as })).body).toEqual([])
  })

  it('begin anew when they are changed', async () => {
    const printerId = await buildQuickPrinter(test.ctx)
    const id = await alert()
    await seen(printerId, 'JAM')
    expect(await standing(id)).toHaveLength(1)
    const body = { name: 'Away', condition: 'OFFLINE' }
    const changed = await test.call(updatePrinterAlert, { as, params: { id }, body })
    expect([changed.status, changed.body.standing]).toEqual([200, []])
    expect(await standing(id)).toEqual([])
  })

  it('are changed by nobody who is limited to groups', { meta: { covers: ['S22'] } }, async () => {
    const id = await alert()
    const groupIds = [(await buildGroup(test.ctx)).id]
    const { token } = await buildAdmin(test.ctx, {
      groupIds,
      permissions: [
        ['SETTINGS', 'VIEW'],
        ['SETTINGS', 'EDIT'],
      ],
    })
    const body = { name: 'x', condition: 'ERROR' }
    for (const refused of [
      await test.call(createPrinterAlert, { as: token, body }),
      await test.call(updatePrinterAlert, { as: token, params: { id }, body }),
      await test.call(deletePrinterAlert, { as: token, params: { id } }),
      await test.call(deletePrinterAlerts, { as: token, body: { ids: [id] } }),
    ]) {
      expect([refused.status, refused.body.errorCode]).toEqual([403, 'access_denied'])
    }
  })

  it('are not switched on without a recipient', async () => {
    const nobody = await enable({ recipients: [] })
    expect([nobody.status, nobody.text.includes('recipients')]).toEqual([400, true])
    const { body } = await test.call(readFleetAlertSettings, { as })
    expect(body.recipients).toEqual(['desk@acme.example'])
  })
})
