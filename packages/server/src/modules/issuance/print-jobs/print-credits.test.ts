import { deleteEnrollments } from '@signet/contract/issuance/enrollments'
import {
  cancelPrint,
  printCards,
  printCardsEach,
  readPrintStatus,
} from '@signet/contract/issuance/print-jobs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { buildPeople, buildQuickPrinter } from '../../../../testing/issuance/print-jobs.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../../testing/test-app.ts'
import { toApiError } from '../../../kit/errors.ts'
import { grantEntitlement, issuanceCredits } from '../../tenancy/entitlements/index.ts'
import { printEnrollment } from './index.ts'
import { stepJob } from './worker/steps.ts'

// Guards: `withinCredits` in `submitting.ts`, `giveBack` in `tellEnd` and in `callOffJobs`.

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

let office: TestTenant
let as: string
let printerId: string
beforeEach(async () => {
  office = await test.otherTenant()
  as = (await buildAdmin(office.ctx)).token
  printerId = await buildQuickPrinter(office.ctx)
})

/** Cards count where the bundle has the counter of printers. */
const buy = (allotment: number, flags: object = { hasPrinterCounter: true }) =>
  grantEntitlement(office.ctx, { type: 'ISSUANCE', allotment, flags })
const left = async () => (await issuanceCredits.read(office.ctx)).credits

const cardsOf = async (count: number) =>
  (await buildPeople(office.ctx, count)).map((enrollmentId) => ({ enrollmentId }))
const printEach = async (cards: readonly object[]) => {
  const body = { printerIds: [printerId], cards }
  const { text } = await office.call(printCardsEach, { as, body })
  const { results }: { results: { job: { id: string } | null; errorCode: string | null }[] } =
    JSON.parse(text)
  return results
}
const printOne = async (): Promise<string> => {
  const [result] = await printEach(await cardsOf(1))
  return result?.job?.id ?? ''
}

describe('cards that are counted', () => {
  it('use up one credential each, and those beyond it say so', async () => {
    await buy(2)
    const results = await printEach(await cardsOf(3))
    expect(results.map(({ errorCode }) => errorCode)).toEqual([null, null, 'ISSUANCE_NO_CREDIT'])
    expect(results[2]?.job).toBeNull()
    expect(await left()).toBe(0)
  })

  it('are printed all or none', async () => {
    await buy(2)
    const body = { printerIds: [printerId], cards: await cardsOf(3) }
    const answer = await office.call(printCards, { as, body })
    expect([answer.status, answer.body.errorCode]).toEqual([409, 'ISSUANCE_NO_CREDIT'])
    expect(await left()).toBe(2)
  })

  it('asked for once more in the same way use up nothing', async () => {
    await buy(5)
    const cards = await cardsOf(1)
    const [first] = await printEach(cards)
    const [second] = await printEach(cards)
    expect(second).toEqual(first)
    expect(await left()).toBe(4)
  })

  it('the last credential goes to one of fifty at once', async () => {
    await buy(1)
    const people = await buildPeople(office.ctx, 50)
    const settled = await Promise.allSettled(
      people.map((enrollmentId) => printEnrollment(office.ctx, { printerId, enrollmentId })),
    )
    const refused = settled.flatMap((each) =>
      each.status === 'rejected' ? [toApiError(each.reason).code] : [],
    )
    expect(refused).toEqual(Array.from({ length: 49 }, () => 'ISSUANCE_NO_CREDIT'))
    expect(await left()).toBe(0)
  })
})

describe('the credential of a card', () => {
  it('is given back when the card is called off, fails, or goes with its record', async () => {
    await buy(3)
    const cards = await cardsOf(1)
    const [[waiting], cancelled, failed] = [
      await printEach(cards),
      await printOne(),
      await printOne(),
    ]
    expect(await left()).toBe(0)
    await office.call(cancelPrint, { as, params: { printStatusId: cancelled } })
    expect(await left()).toBe(1)
    await stepJob(office.ctx, { id: failed, event: { kind: 'REFUSE' } })
    expect(await left()).toBe(2)
    const body = { ids: cards.map(({ enrollmentId }) => enrollmentId) }
    expect((await office.call(deleteEnrollments, { as, body })).status).toBe(204)
    expect(waiting?.errorCode).toBeNull()
    expect(await left()).toBe(3)
  })

  it('stays used when the card came out', async () => {
    await buy(3)
    const id = await printOne()
    await stepJob(office.ctx, { id, event: { kind: 'SEND' } })
    await stepJob(office.ctx, { id, event: { kind: 'ACCEPT' } })
    await stepJob(office.ctx, { id, event: { kind: 'TOLD', state: 'completed' } })
    const params = { printStatusId: id }
    const { body } = await office.call(readPrintStatus, { as, params })
    expect(body.queueState).toBe('COMPLETED')
    expect(await left()).toBe(2)
  })
})

describe('cards of a bundle without the counter', () => {
  it('use up nothing', async () => {
    await buy(1, {})
    const results = await printEach(await cardsOf(2))
    expect(results.map(({ errorCode }) => errorCode)).toEqual([null, null])
    await stepJob(office.ctx, { id: results[0]?.job?.id ?? '', event: { kind: 'REFUSE' } })
    expect(await left()).toBe(1)
  })
})
