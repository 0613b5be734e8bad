import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  isPrinterInstalled,
  openShelf,
  type PrinterShelf,
  type TestPrinter,
  whyNoPrinter,
} from '../../../testing/printers/ippeveprinter.ts'
import { allowedTargetOf } from '../config/outbound-allow.ts'
import { createOutbound } from '../outbound/outbound.ts'
import { suppliesOf, uuidOf } from './answers.ts'
import { type DeviceJob, DeviceSilent, ippDevice, webAddressOf } from './ipp.ts'

const pdf = (jobName: string) => ({
  jobName,
  format: 'application/pdf' as const,
  content: Buffer.from('%PDF-1.4\n'),
  hopper: null,
})

/** Prints on until the test lets it go: how fast the machine is does not matter. */
const untilLetGo = 'until [ -e "$(dirname "$0")/go" ]; do sleep 0.05; done'
const letGo = ({ folder }: TestPrinter): Promise<void> => writeFile(`${folder}/go`, '')

const endOf = async ({ device }: TestPrinter, jobName: string): Promise<DeviceJob | null> => {
  for (;;) {
    const job = await device.find({ jobName, id: null })
    if (job === null || !['pending', 'processing', 'processing-stopped'].includes(job.state)) {
      return job
    }
    await sleep(50)
  }
}

describe.skipIf(!isPrinterInstalled)(`a printer of CUPS (${whyNoPrinter})`, () => {
  let shelf: PrinterShelf
  beforeAll(async () => {
    shelf = await openShelf()
  })
  afterAll(() => shelf.close())

  it('says what it is, what it can take and how it stands', async () => {
    const { device } = await shelf.printer()
    expect(await device.facts()).toMatchObject({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      makeAndModel: 'Example Printer',
      state: 'IDLE',
      reasons: [],
      isAccepting: true,
      formats: expect.arrayContaining(['application/pdf', 'image/png']),
      hoppers: expect.arrayContaining(['main', 'by-pass-tray']),
      supplies: [
        { name: 'wasteToner', level: 25, isConsumed: false },
        { name: 'toner black', level: 75, isConsumed: true },
      ],
    })
  })

  it('takes a card from a hopper, is followed by its name, and ends it', async () => {
    const printer = await shelf.printer({ script: untilLetGo })
    const handed = await printer.device.print({ ...pdf('signet-a'), hopper: 'by-pass-tray' })
    expect(handed).toMatchObject({ kind: 'ACCEPTED', id: 1 })
    const under = await printer.device.find({ jobName: 'signet-a', id: 1 })
    // RFC 8011 section 5.3.7: a job that was just accepted may still be pending.
    expect(['pending', 'processing']).toContain(under?.state)
    await letGo(printer)
    expect(await endOf(printer, 'signet-a')).toMatchObject({ state: 'completed', id: 1 })
    expect(await printer.spooled()).toEqual(['1-signet-a.pdf'])
  })

  it('tells that the ribbon is empty, and goes on by itself', async () => {
    const state = (change: string) => `echo "STATE: ${change}marker-supply-empty-error" >&2`
    const printer = await shelf.printer({ script: [state('+'), untilLetGo, state('-')].join('; ') })
    await printer.device.print(pdf('signet-r'))
    const reasons = async () => (await printer.device.facts()).reasons
    await expect.poll(reasons).toContain('marker-supply-empty')
    await letGo(printer)
    expect((await endOf(printer, 'signet-r'))?.state).toBe('completed')
  })

  it('aborts a card that it cannot print', async () => {
    const printer = await shelf.printer({ script: 'exit 1' })
    await printer.device.print(pdf('signet-x'))
    expect((await endOf(printer, 'signet-x'))?.state).toBe('aborted')
  })

  it('ends a card that is called off', async () => {
    const printer = await shelf.printer({ script: untilLetGo })
    const handed = await printer.device.print(pdf('signet-c'))
    const job = () => printer.device.find({ jobName: 'signet-c', id: null })
    // One that is called off while it is pending this printer would print all the same.
    await expect.poll(async () => (await job())?.state).toBe('processing')
    await printer.device.cancel(handed.kind === 'ACCEPTED' ? handed.id : 0)
    await letGo(printer)
    expect((await endOf(printer, 'signet-c'))?.state).toBe('canceled')
  })

  it('counts its jobs from 1 again after a restart: a number alone finds nobody else’s card', async () => {
    const printer = await shelf.printer()
    await printer.device.print(pdf('signet-before'))
    await endOf(printer, 'signet-before')
    await printer.stop()
    await printer.start()
    expect(await printer.device.print(pdf('signet-after'))).toMatchObject({ id: 1 })
    await endOf(printer, 'signet-after')
    expect(await printer.device.find({ jobName: 'signet-before', id: 1 })).toBeNull()
  })

  it('that is switched off has got nothing for certain', async () => {
    const printer = await shelf.printer()
    await printer.stop()
    expect(await printer.device.print(pdf('signet-off'))).toMatchObject({ kind: 'NOT_SENT' })
    await expect(printer.device.facts()).rejects.toMatchObject({ isUnsent: true })
  })
})

const withServer = async <T>(
  answer: RequestListener,
  work: (device: ReturnType<typeof ippDevice>) => Promise<T>,
): Promise<T> => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const target = allowedTargetOf(`printer=127.0.0.1:${port}`)
  if (typeof target === 'string') throw new Error(target)
  const outbound = createOutbound({ outboundAllow: [target] })
  try {
    return await work(ippDevice(outbound, `ipp://127.0.0.1:${port}/ipp/print`))
  } finally {
    await outbound.close()
    server.closeAllConnections()
    server.close()
  }
}

describe('a printer that is not what it seems', () => {
  it('may have a card whose answer was cut off', async () => {
    const cut: RequestListener = (request) => {
      request.on('data', () => request.socket.destroy())
    }
    const handed = await withServer(cut, (device) => device.print(pdf('signet-l')))
    expect(handed.kind).toBe('LOST')
  })

  it('may have a card that it answered to with something else', async () => {
    const handed = await withServer(
      (_, response) => response.writeHead(200).end('<html>hello</html>'),
      (device) => device.print(pdf('signet-h')),
    )
    expect(handed.kind).toBe('LOST')
  })

  it('that says a length below zero is silent at once', { meta: { covers: ['S27'] } }, async () => {
    const bytes = Buffer.from('020000000000000104440000fffb', 'hex')
    await withServer(
      (_, response) => response.writeHead(200).end(bytes),
      (device) => expect(device.facts()).rejects.toBeInstanceOf(DeviceSilent),
    )
  })

  it('is not called where the operator has not allowed it', {
    meta: { covers: ['S25'] },
  }, async () => {
    const outbound = createOutbound({ outboundAllow: [] })
    const device = ippDevice(outbound, 'ipp://127.0.0.1:28969/ipp/print')
    expect(await device.print(pdf('x'))).toMatchObject({
      kind: 'NOT_SENT',
      reason: expect.stringContaining('not allowed for printer'),
    })
    await outbound.close()
  })
})

it.each([
  ['ipp://printer.example/ipp/print', 'http://printer.example:631/ipp/print'],
  ['ipps://printer.example/ipp/print', 'https://printer.example:631/ipp/print'],
  ['ipp://printer.example:8631/x', 'http://printer.example:8631/x'],
  ['ipp://printer.example:80/x', 'http://printer.example/x'],
  ['https://printer.example/x', 'https://printer.example/x'],
])('%s is asked at %s', (uri, url) => {
  expect(webAddressOf(uri).href).toBe(url)
})

it('a supply says what is left, or nothing where the printer does not know', () => {
  const known =
    'class=supplyThatIsConsumed;type=ribbon;maxcapacity=250;level=50;colorantname=multi;'
  expect(suppliesOf([known, 'type=ribbon;maxcapacity=-2;level=-3', ''])).toEqual([
    { name: 'ribbon multi', level: 20, isConsumed: true },
    { name: 'ribbon', level: null, isConsumed: true },
    { name: '', level: null, isConsumed: true },
  ])
  expect(uuidOf('urn:uuid:92720070-8E32-3c97-7acd-ae2c65dcc602')).toMatch(/^92720070-8e32/)
  expect(uuidOf('anything')).toBeNull()
})
