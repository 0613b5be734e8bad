import {
  createPrinter,
  deletePrinter,
  listPrinters,
  listPrintersInFull,
  readPrinter,
  readPrinterByDevice,
  readPrinterPreferences,
  readPrinterSummary,
  removePrinterFromTenant,
  updatePrinter,
  updatePrinterPreferences,
} from '@signet/contract/issuance/printers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup } from '../../../../testing/builders.ts'
import { type Call, createCall } from '../../../../testing/call.ts'
import { buildPeople } from '../../../../testing/issuance/print-jobs.ts'
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
import { printEnrollment } from '../print-jobs/index.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

let count = 0
const named = (): string => `Printer ${(count += 1)}`

const added = async (change: object = {}) => {
  const body = { name: named(), kind: 'SIMULATED', ...change }
  const { status, body: made, text } = await test.call(createPrinter, { as, body })
  expect(status, text).toBe(200)
  return { name: String(made.name), params: { printerId: String(made.id) } }
}

const usual = { hopper: null, sides: 'ALL', splitBlack: true, upsideDown: false } as const

describe('a printer', () => {
  it('is added, found by its device, saved under its ETag and deleted', async () => {
    const { name, params } = await added({ location: 'Hall 3' })
    const read = await test.call(readPrinter, { as, params })
    expect(read.body).toMatchObject({ name, kind: 'SIMULATED', status: 'IDLE', ptpReady: true })
    expect(read.headers.etag).toBe('"1"')
    const device = { deviceId: String(read.body.deviceId) }
    const same = await test.call(readPrinterByDevice, { as, params: device })
    expect(same.body).toEqual(read.body)
    const change = (headers: Record<string, string>) =>
      test.call(updatePrinter, { as, params, headers, body: { name: `${name} b` } })
    expect((await change({ 'if-match': '"1"' })).body).toMatchObject({ name: `${name} b` })
    expect((await change({ 'if-match': '"1"' })).status).toBe(412)
    expect((await test.call(deletePrinter, { as, params })).status).toBe(204)
    const gone = await test.call(readPrinter, { as, params })
    expect(gone.body.errorCode).toBe('ISSUANCE_PRINTER_NOT_FOUND')
  })

  it('has a name of its own, however it is spelled', async () => {
    const { name } = await added()
    const body = { name: name.toUpperCase(), kind: 'SIMULATED' }
    const refused = await test.call(createPrinter, { as, body })
    expect(refused.body.errorCode).toBe('ISSUANCE_PRINTER_EXISTS')
  })

  it('leaves an account by the name of this account alone', {
    meta: { covers: ['issuance.printer-tenant-link'] },
  }, async () => {
    const { params } = await added()
    const other = await test.otherTenant()
    const leave = (tenantId: string) =>
      test.call(removePrinterFromTenant, { as, params: { ...params, tenantId } })
    expect((await leave(other.tenant.id)).status).toBe(404)
    expect((await test.call(readPrinter, { as, params })).status).toBe(200)
    expect((await leave(test.tenant.id)).status).toBe(204)
  })

  it('is listed with the fields that are asked for', {
    meta: { covers: ['issuance.read-paging'] },
  }, async () => {
    const { name, params } = await added()
    const listed = async (query: object) => {
      const { text } = await test.call(listPrinters, { as, query })
      const all: Record<string, unknown>[] = JSON.parse(text)
      return Object.keys(all.find(({ id }) => id === params.printerId) ?? {}).toSorted()
    }
    expect(await listed({ fields: 'status,location' })).toEqual([
      'id',
      'location',
      'name',
      'status',
    ])
    const whole = await listed({})
    expect(whole).toContain('ptpReady')
    const without = await listed({ withStatus: 'false' })
    const gone = ['lastSeenAt', 'ptpReady', 'status', 'statusReasons', 'supplies']
    expect(without).toEqual(whole.filter((field) => !gone.includes(field)))
    const odd = await test.call(listPrinters, { as, query: { fields: 'password' } })
    expect(odd.status).toBe(400)
    const full = await test.call(listPrintersInFull, { as })
    expect(JSON.parse(full.text)).toContainEqual(
      expect.objectContaining({ name, supplies: expect.any(Array) }),
    )
  })

  it('is changed by none who is limited to groups', { meta: { covers: ['S22'] } }, async () => {
    const { name, params } = await added()
    const { token } = await buildAdmin(test.ctx, {
      groupIds: [(await buildGroup(test.ctx)).id],
      permissions: [
        ['PRINTERS', 'VIEW'],
        ['PRINTERS', 'ADD'],
        ['PRINTERS', 'EDIT'],
        ['PRINTERS', 'REMOVE'],
      ],
    })
    const call = { as: token, params }
    const preferences = { ...usual, simulation: { fault: 'NONE', secondsPerCard: 1 } }
    const answers = [
      await test.call(createPrinter, { as: token, body: { name: named(), kind: 'SIMULATED' } }),
      await test.call(updatePrinter, { ...call, body: { name } }),
      await test.call(updatePrinterPreferences, { ...call, body: preferences }),
      await test.call(deletePrinter, call),
      await test.call(removePrinterFromTenant, {
        as: token,
        params: { ...params, tenantId: test.tenant.id },
      }),
    ]
    for (const { status, body } of answers) {
      expect([status, body.errorCode]).toEqual([403, 'access_denied'])
    }
    const { body: seen, headers } = await test.call(readPrinter, call)
    expect([seen.name, headers.etag]).toEqual([name, '"1"'])
  })

  it('is counted by how it stands', async () => {
    const other = await test.otherTenant()
    const token = (await buildAdmin(other.ctx)).token
    const body = { name: 'One', kind: 'SIMULATED' }
    await other.call(createPrinter, { as: token, body })
    const { body: counted } = await other.call(readPrinterSummary, { as: token })
    expect(counted).toMatchObject({ total: 1, idle: 1, stopped: 0, simulated: 1, low: 0 })
  })
})

describe('preferences of a printer', () => {
  it('are those of a new one at first, and kept', async () => {
    const { params } = await added()
    const first = await test.call(readPrinterPreferences, { as, params })
    expect(first.body).toEqual({ ...usual, simulation: { fault: 'NONE', secondsPerCard: 5 } })
    const body = { ...usual, hopper: 'main', simulation: { fault: 'JAM', secondsPerCard: 1 } }
    const saved = await test.call(updatePrinterPreferences, { as, params, body })
    expect(saved.body).toEqual(body)
  })

  it('name a hopper that the printer has', async () => {
    const { params } = await added()
    const simulation = { fault: 'NONE', secondsPerCard: 1 }
    const body = { ...usual, hopper: 'attic', simulation }
    expect((await test.call(updatePrinterPreferences, { as, params, body })).status).toBe(400)
  })
})

interface Reached {
  readonly call: Call
  readonly end: () => Promise<void>
}

const allowing = async (entries: readonly string[]): Promise<Reached> => {
  const outboundAllow = entries.map((entry) => {
    const target = allowedTargetOf(entry)
    if (typeof target === 'string') throw new Error(target)
    return target
  })
  const config = { ...test.platform.config, outboundAllow }
  const platform = { ...test.platform, config, outbound: createOutbound(config) }
  const app = await createApp(platform)
  await app.ready()
  return {
    call: createCall(app, new URL(test.tenant.publicUrl).host),
    end: async () => {
      await app.close()
      await platform.outbound.close()
    },
  }
}

describe('the address of a printer', () => {
  const ipp = (uri: string | null) => ({ name: named(), kind: 'IPP', uri })

  it.each([
    ['inside, where nobody allowed it', 'ipp://127.0.0.1:28968/ipp/print'],
    ['inside over TLS', 'ipps://127.0.0.1:28968/ipp/print'],
    ['of the metadata of a cloud', 'ipps://169.254.169.254/ipp/print'],
    ['on the internet without TLS', 'ipp://printer.example.com/ipp/print'],
    ['on the internet by plain http', 'http://printer.example.com/ipp/print'],
  ])('is refused %s', { meta: { covers: ['S25'] } }, async (_, uri) => {
    const refused = await test.call(createPrinter, { as, body: ipp(uri) })
    expect(refused.body.errorCode).toBe('ISSUANCE_PRINTER_ADDRESS_REFUSED')
  })

  it.each(['ftp://printer.example/', 'ipp://user:word@printer.example/', 'file:///etc/passwd'])(
    'is not %s',
    { meta: { covers: ['S25'] } },
    async (uri) => {
      expect((await test.call(createPrinter, { as, body: ipp(uri) })).status).toBe(400)
    },
  )

  it('is of an IPP printer, and only of one', async () => {
    expect((await test.call(createPrinter, { as, body: ipp(null) })).status).toBe(400)
    const { name, params } = await added()
    const body = { name, uri: 'ipps://printer.example/ipp/print' }
    expect((await test.call(updatePrinter, { as, params, body })).status).toBe(400)
  })

  it('where nothing answers is no printer', async () => {
    const { call, end } = await allowing(['printer=127.0.0.1:28967'])
    const refused = await call(createPrinter, { as, body: ipp('ipp://127.0.0.1:28967/ipp/print') })
    expect(refused.body.errorCode).toBe('ISSUANCE_PRINTER_UNREACHABLE')
    await end()
  })

  describe.skipIf(!isPrinterInstalled)(`of a printer of CUPS (${whyNoPrinter})`, () => {
    let shelf: PrinterShelf
    beforeAll(async () => {
      shelf = await openShelf()
    })
    afterAll(() => shelf.close())

    it('tells what it is; the same device is not added under two names', async () => {
      const printer = await shelf.printer()
      const { call, end } = await allowing([`printer=127.0.0.1:${printer.port}`])
      const made = await call(createPrinter, { as, body: ipp(printer.uri) })
      expect(made.body, made.text).toMatchObject({
        makeAndModel: 'Example Printer',
        status: 'IDLE',
        ptpReady: true,
        hoppers: expect.arrayContaining(['by-pass-tray']),
      })
      const again = await call(createPrinter, { as, body: ipp(printer.uri) })
      expect(again.body.errorCode).toBe('ISSUANCE_PRINTER_EXISTS')
      await end()
    })

    it('stays while a card waits for it; its name does not', {
      meta: { covers: ['S46'] },
    }, async () => {
      const [first, second] = [await shelf.printer(), await shelf.printer()]
      const { call, end } = await allowing(
        [first, second].map(({ port }) => `printer=127.0.0.1:${port}`),
      )
      const wanted = ipp(first.uri)
      const { body: made } = await call(createPrinter, { as, body: wanted })
      const params = { printerId: String(made.id) }
      const [enrollmentId = ''] = await buildPeople(test.ctx, 1)
      await printEnrollment(test.ctx, { ...params, enrollmentId })
      const change = (name: string, uri: string) =>
        call(updatePrinter, { as, params, body: { name, uri } })
      const refused = await change(wanted.name, second.uri)
      expect([refused.status, refused.body.errorCode]).toEqual([409, 'ISSUANCE_PRINTER_BUSY'])
      expect((await change(`${wanted.name} b`, first.uri)).status).toBe(200)
      await end()
    })
  })
})
