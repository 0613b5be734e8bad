import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { systemContext } from '../../../kit/create-context.ts'
import { allowedTargetOf } from '../../../platform/config/outbound-allow.ts'
import { type Gate, gateSteps, openGate } from '../../../platform/ipp/testing/gate.ts'
import {
  isPrinterInstalled,
  openShelf,
  type PrinterShelf,
  type TestPrinter,
  whyNoPrinter,
} from '../../../platform/ipp/testing/ippeveprinter.ts'
import { createOutbound } from '../../../platform/outbound/outbound.ts'
import { buildAdmin } from '../../../testing/builders.ts'
import { startService } from '../../../testing/service-process.ts'
import { resumeTestApp, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { createPrinter } from '../printers/index.ts'
import { printAll } from './printing.service.ts'
import { buildPeople } from './testing.ts'

/* Guards: MAYBE, written before the first byte; the printer asked before anything is sent again. */

const cards = 24
/** Each step twice, at one printer and at the other. */
const kills = gateSteps.flatMap((step) => [0, 1].map((printer) => ({ step, printer })))

let test: TestApp
let shelf: PrinterShelf
let printers: readonly TestPrinter[]
let gates: readonly Gate[]

const Batch = z.object({
  jobs: z.array(z.object({ id: z.string(), enrollmentId: z.string(), queueState: z.string() })),
})
type Jobs = z.output<typeof Batch>['jobs']

const allowed = (): readonly string[] => gates.map(({ port }) => `printer=127.0.0.1:${port}`)

/** The tenant as a node sees it that may reach the two printers. */
const reaching = () => {
  const outboundAllow = allowed().map((entry) => {
    const target = allowedTargetOf(entry)
    if (typeof target === 'string') throw new Error(target)
    return target
  })
  const config = { ...test.platform.config, outboundAllow }
  const platform = { ...test.platform, config, outbound: createOutbound(config) }
  return systemContext(platform, { tenant: test.tenant, name: 'test' })
}

const submitted = async (): Promise<string> => {
  const ctx = reaching()
  const printerIds: string[] = []
  for (const { port } of gates) {
    const uri = `ipp://127.0.0.1:${port}/ipp/print`
    const head = { name: `Printer ${port}`, location: '', description: '' }
    printerIds.push((await createPrinter(ctx, { ...head, kind: 'IPP', uri })).value.id)
  }
  const people = await buildPeople(test.ctx, cards)
  const wanted = people.map((enrollmentId) => ({ enrollmentId }))
  const { id } = await printAll(ctx, { printerIds, cards: wanted })
  await ctx.platform.outbound.close()
  return id
}

beforeAll(async () => {
  test = await startTestApp()
  if (!isPrinterInstalled) return
  shelf = await openShelf()
  printers = [await shelf.printer(), await shelf.printer()]
  gates = await Promise.all(printers.map(({ port }) => openGate(port)))
})
afterAll(async () => {
  for (const gate of gates ?? []) gate.close()
  await shelf?.close()
  await test.close()
})

/** As if the minute of a dead node’s lease had passed. */
const endLeases = () =>
  test.testDatabase.asOwner((owner) =>
    owner.query(`update printer_lanes set leased_until = now() where lease_id is not null`),
  )

const isOver = ({ queueState }: Jobs[number]): boolean =>
  !['QUEUED', 'WAIT_FOR_PRINTER', 'STARTED'].includes(queueState)

describe.skipIf(!isPrinterInstalled)(`a node that is killed (${whyNoPrinter})`, () => {
  it('at every step among the cards of two printers prints none of them twice', async () => {
    const { token } = await buildAdmin(test.ctx)
    const id = await submitted()
    const host = new URL(test.tenant.publicUrl).host
    const where = {
      ...(await test.testDatabase.release()),
      SIGNET_OUTBOUND_ALLOW: allowed().join(','),
    }
    for (const { step, printer } of kills) {
      const caught = gates[printer]?.caught(step)
      const { child } = await startService(where)
      await caught
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
      await endLeases()
    }
    const { child, port } = await startService(where)
    const read = async (): Promise<Jobs> => {
      const url = `http://127.0.0.1:${port}/api/web/v1/print/${id}`
      const headers = { host, authorization: `Bearer ${token}` }
      return Batch.parse(await (await request(url, { headers })).body.json()).jobs
    }
    let jobs = await read()
    while (!jobs.every(isOver)) {
      await sleep(300)
      jobs = await read()
    }
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
    test = await resumeTestApp(test)

    const spooled = (await Promise.all(printers.map((each) => each.spooled()))).flat()
    const cardsOf = (job: string): number => spooled.filter((name) => name.includes(job)).length
    const ended = (state: string) => jobs.filter(({ queueState }) => queueState === state)
    expect(new Set(jobs.map(({ enrollmentId }) => enrollmentId)).size).toBe(cards)
    expect(ended('COMPLETED').map((job) => cardsOf(job.id))).toEqual(
      ended('COMPLETED').map(() => 1),
    )
    // Those whose node died before the printer had them: nobody else can know.
    expect(ended('UNKNOWN').map((job) => cardsOf(job.id))).toEqual([0, 0])
    expect(ended('COMPLETED').length + ended('UNKNOWN').length).toBe(cards)
  }, 600_000)
})
