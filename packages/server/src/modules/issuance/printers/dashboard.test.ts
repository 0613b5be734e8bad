import { printCard, readPrintCounts } from '@signet/contract/issuance/print-jobs'
import {
  changePrinterSettings,
  checkPrinterFirmware,
  cleanPrinter,
  readPrinterDashboard,
  readPrinterInfo,
  readPrinterSettings,
  updatePrinterFirmware,
} from '@signet/contract/issuance/printer-dashboard'
import { createPrinter } from '@signet/contract/issuance/printers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup } from '../../../../testing/builders.ts'
import { createCall } from '../../../../testing/call.ts'
import {
  buildPeople,
  buildQuickPrinter,
  suffer,
  workUntilNothingIsDue,
} from '../../../../testing/issuance/print-jobs.ts'
import {
  isPrinterInstalled,
  openShelf,
  type PrinterShelf,
  whyNoPrinter,
} from '../../../../testing/printers/ippeveprinter.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createApp } from '../../../app.ts'
import { allowedTargetOf } from '../../../platform/config/outbound-allow.ts'
import { createOutbound } from '../../../platform/outbound/outbound.ts'
import { createPrintDispatcher } from '../print-jobs/index.ts'
import { findPrinter, look } from './index.ts'
import { countCard } from './wear.repository.ts'

let test: TestApp
let as: string
let printerId: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const newPrinter = async (): Promise<{ readonly printerId: string }> => {
  printerId = await buildQuickPrinter(test.ctx)
  return { printerId }
}

const workQueue = async (): Promise<void> => {
  const printing = createPrintDispatcher(test.platform)
  await workUntilNothingIsDue(test.ctx, printing)
  await printing.stop()
}

const lookNow = async (): Promise<void> => {
  const row = await findPrinter(test.ctx, printerId)
  if (row !== undefined) await look(test.ctx, row)
}

/** As if these cards had come out of it, without drawing them. */
const wear = async (cards: number): Promise<void> => {
  for (let at = 0; at < cards; at += 1) await countCard(test.ctx, printerId)
  await test.ctx.db
    .updateTable('simulated_printers')
    .set((eb) => ({ ribbon_left: eb('ribbon_left', '-', cards) }))
    .where('printer_id', '=', printerId)
    .execute()
  await lookNow()
}

const infoOf = async () => {
  const { body, text } = await test.call(readPrinterInfo, { as, params: { printerId } })
  const supplies: { name: string; cardsLeft: number | null; daysLeft: number | null }[] =
    JSON.parse(text).supplies
  return { body, ribbon: supplies.find(({ name }) => name === 'ribbon') }
}

describe('the forecast of a ribbon', () => {
  it('comes of its recorded levels and of the cards that were counted', {
    meta: { covers: ['issuance.printer-dashboard'] },
  }, async () => {
    await newPrinter()
    await wear(5)
    expect((await infoOf()).ribbon).toMatchObject({ cardsLeft: null, daysLeft: null })
    await wear(25)
    const { body, ribbon } = await infoOf()
    expect(body).toMatchObject({ cards: 30, cardsSinceCleaning: 30, cleanedAt: null })
    // 250 cards a ribbon, 30 of them gone; the printer tells whole per cents.
    expect(ribbon?.cardsLeft).toBeGreaterThan(195)
    expect(ribbon?.cardsLeft).toBeLessThan(245)
    expect(ribbon?.daysLeft).toBe(Math.floor((ribbon?.cardsLeft ?? 0) / 30))
  })

  it('of a new ribbon goes by the one before', async () => {
    await newPrinter()
    await wear(5)
    await wear(45)
    await suffer(test.ctx, printerId, { fault: 'NONE' })
    await lookNow()
    const { ribbon } = await infoOf()
    expect(ribbon).toMatchObject({ level: 100, cardsSinceFilled: 0 })
    expect(ribbon?.cardsLeft).toBeGreaterThan(220)
    expect(ribbon?.cardsLeft).toBeLessThan(280)
  })

  it('counts a card that the queue printed, once', async () => {
    await newPrinter()
    const [enrollmentId = ''] = await buildPeople(test.ctx, 1)
    await test.call(printCard, { as, body: { printerId, enrollmentId } })
    await workQueue()
    expect((await infoOf()).body).toMatchObject({ cards: 1 })
  })
})

describe('the dashboard', () => {
  const tiles = async (query: object) => {
    const { text } = await test.call(readPrinterDashboard, { as, query })
    const all: { id: string }[] = JSON.parse(text)
    return all.map(({ id }) => id)
  }

  it('shows printers by words and kind, and those of no other account', async () => {
    await newPrinter()
    const row = await findPrinter(test.ctx, printerId)
    const query = row?.name.toUpperCase()
    expect(await tiles({ query })).toEqual([printerId])
    expect(await tiles({ query, printerType: 'IPP' })).toEqual([])
    expect(await tiles({ query, accountId: test.tenant.id })).toEqual([printerId])
    expect(await tiles({ query, accountId: crypto.randomUUID() })).toEqual([])
    const other = await test.otherTenant()
    const token = (await buildAdmin(other.ctx)).token
    expect((await other.call(readPrinterDashboard, { as: token })).text).toBe('[]')
  })
})

describe('care', () => {
  it('counts cards from the last cleaning on, and says when the next is due', async () => {
    const params = await newPrinter()
    const { body } = await test.call(readPrinterSettings, { as, params })
    const settings = { ...body, cleaningAfter: 10 }
    await test.call(changePrinterSettings, { as, params, body: { settings } })
    await wear(10)
    expect((await infoOf()).body).toMatchObject({ cleaningDue: true, cardsSinceCleaning: 10 })
    const cleaned = await test.call(cleanPrinter, { as, params })
    expect(cleaned.body).toMatchObject({ cleaningDue: false, cardsSinceCleaning: 0, cards: 10 })
  })

  it('waits for the cards of the printer', async () => {
    const params = await newPrinter()
    const [enrollmentId = ''] = await buildPeople(test.ctx, 1)
    await test.call(printCard, { as, body: { printerId, enrollmentId } })
    for (const deed of [cleanPrinter, updatePrinterFirmware]) {
      const { body } = await test.call(deed, { as, params })
      expect(body.errorCode).toBe('ISSUANCE_PRINTER_BUSY')
    }
  })

  it('installs newer firmware once', {
    meta: { covers: ['issuance.printer-dashboard'] },
  }, async () => {
    const params = await newPrinter()
    const checked = await test.call(checkPrinterFirmware, { as, params })
    expect(checked.body).toEqual({ installed: '1', available: '2' })
    const installed = await test.call(updatePrinterFirmware, { as, params })
    expect(installed.body).toEqual({ installed: '2', available: null })
    const again = await test.call(updatePrinterFirmware, { as, params })
    expect(again.body.errorCode).toBe('ISSUANCE_PRINTER_FIRMWARE_CURRENT')
    expect((await infoOf()).body).toMatchObject({ firmware: '2' })
  })

  it('needs a printer that answers', async () => {
    const params = await newPrinter()
    await suffer(test.ctx, printerId, { fault: 'OFFLINE' })
    for (const deed of [cleanPrinter, checkPrinterFirmware, updatePrinterFirmware]) {
      const { body } = await test.call(deed, { as, params })
      expect(body.errorCode).toBe('ISSUANCE_PRINTER_UNREACHABLE')
    }
    expect((await infoOf()).body).toMatchObject({ status: 'OFFLINE' })
  })

  it('is nothing for whoever is limited to groups', { meta: { covers: ['S22'] } }, async () => {
    const params = await newPrinter()
    const { token } = await buildAdmin(test.ctx, {
      groupIds: [(await buildGroup(test.ctx)).id],
      permissions: [
        ['PRINTERS', 'VIEW'],
        ['PRINTERS', 'EDIT'],
      ],
    })
    const { body: settings } = await test.call(readPrinterSettings, { as: token, params })
    const call = { as: token, params }
    const answers = [
      await test.call(cleanPrinter, call),
      await test.call(updatePrinterFirmware, call),
      await test.call(changePrinterSettings, { ...call, body: { settings } }),
    ]
    for (const { status, body } of answers) {
      expect([status, body.errorCode]).toEqual([403, 'access_denied'])
    }
  })
})

describe('settings', () => {
  it('are shown as a difference first, then copied to all or to none', {
    meta: { covers: ['issuance.printer-dashboard'] },
  }, async () => {
    const second = (await newPrinter()).printerId
    const params = await newPrinter()
    const first = printerId
    const { body: before, headers } = await test.call(readPrinterSettings, { as, params })
    const settings = { ...before, upsideDown: true, lowLevel: 25 }
    const change = (more: object) =>
      test.call(changePrinterSettings, {
        as,
        params,
        headers: { 'if-match': String(headers.etag) },
        body: { settings, ...more },
      })
    const shown = await change({ copyTo: [second], dryRun: true })
    expect(shown.body.changes).toHaveLength(4)
    expect((await test.call(readPrinterSettings, { as, params })).body).toEqual(before)
    const lost = await change({ copyTo: [second, crypto.randomUUID()] })
    expect(lost.body.errorCode).toBe('ISSUANCE_PRINTER_NOT_FOUND')
    const copied = await change({ copyTo: [second] })
    expect(copied.body).toEqual(shown.body)
    for (const id of [first, second]) {
      const read = await test.call(readPrinterSettings, { as, params: { printerId: id } })
      expect(read.body).toEqual(settings)
    }
    expect((await change({})).status).toBe(412)
  })

  it('keep the hopper of a printer that has no such one', async () => {
    const second = (await newPrinter()).printerId
    await test.ctx.db
      .updateTable('printers')
      .set({ hoppers: JSON.stringify(['attic']) })
      .where('id', '=', second)
      .execute()
    const params = await newPrinter()
    const { body: before } = await test.call(readPrinterSettings, { as, params })
    const body = { settings: { ...before, hopper: 'main' }, copyTo: [second] }
    const copied = await test.call(changePrinterSettings, { as, params, body })
    expect(copied.body.withoutHopper).toMatchObject([{ printerId: second }])
    const kept = await test.call(readPrinterSettings, { as, params: { printerId: second } })
    expect(kept.body).toMatchObject({ hopper: null })
    const odd = { settings: { ...before, hopper: 'cellar' } }
    expect((await test.call(changePrinterSettings, { as, params, body: odd })).status).toBe(400)
  })
})

it('counts of whoever is limited to groups are of the cards of these', {
  meta: { covers: ['S22'] },
}, async () => {
  await newPrinter()
  const [mine = '', others = ''] = await buildPeople(test.ctx, 2)
  const group = await buildGroup(test.ctx)
  await test.ctx.db
    .updateTable('enrollments')
    .set({ group_id: group.id })
    .where('id', '=', mine)
    .execute()
  for (const enrollmentId of [mine, others]) {
    await test.call(printCard, { as, body: { printerId, enrollmentId } })
  }
  await workQueue()
  const limited = await buildAdmin(test.ctx, {
    groupIds: [group.id],
    permissions: [['PRINTERS', 'VIEW']],
  })
  const row = await findPrinter(test.ctx, printerId)
  const counted = async (token: string) => {
    const { text } = await test.call(readPrintCounts, { as: token })
    const rows: { printerName: string; completed: number }[] = JSON.parse(text)
    return rows.filter(({ printerName }) => printerName === row?.name).map((each) => each.completed)
  }
  expect(await counted(as)).toEqual([2])
  expect(await counted(limited.token)).toEqual([1])
})

describe.skipIf(!isPrinterInstalled)(`a printer of CUPS (${whyNoPrinter})`, () => {
  let shelf: PrinterShelf
  beforeAll(async () => {
    shelf = await openShelf()
  })
  afterAll(() => shelf.close())

  it('tells its supplies and firmware; no newer one is known, and its cleaning is noted', async () => {
    const printer = await shelf.printer()
    const target = allowedTargetOf(`printer=127.0.0.1:${printer.port}`)
    if (typeof target === 'string') throw new Error(target)
    const config = { ...test.platform.config, outboundAllow: [target] }
    const platform = { ...test.platform, config, outbound: createOutbound(config) }
    const app = await createApp(platform)
    await app.ready()
    const call = createCall(app, new URL(test.tenant.publicUrl).host)
    const body = { name: 'Real one', kind: 'IPP', uri: printer.uri }
    const { body: made } = await call(createPrinter, { as, body })
    const params = { printerId: String(made.id) }
    const info = await call(readPrinterInfo, { as, params })
    expect(info.body, info.text).toMatchObject({ status: 'IDLE', makeAndModel: 'Example Printer' })
    expect(info.body.supplies).not.toEqual([])
    expect(typeof info.body.upSince).toBe('string')
    const checked = await call(checkPrinterFirmware, { as, params })
    expect(checked.body).toMatchObject({ available: null })
    const refused = await call(updatePrinterFirmware, { as, params })
    expect(refused.body.errorCode).toBe('ISSUANCE_PRINTER_FIRMWARE_CURRENT')
    const cleaned = await call(cleanPrinter, { as, params })
    expect(typeof cleaned.body.cleanedAt).toBe('string')
    await app.close()
    await platform.outbound.close()
  })
})
