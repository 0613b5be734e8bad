import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterPrintEvent,
  isActive,
  isEnded,
  newPrintJob,
  type PrintEvent,
  type PrintJobState,
  waitMillis,
} from './print-jobs.ts'

const after = (...events: readonly PrintEvent[]): PrintJobState | null =>
  events.reduce<PrintJobState | null>(
    (job, event) => (job === null ? null : afterPrintEvent(job, event)),
    newPrintJob,
  )
const states = (...events: readonly PrintEvent[]) => {
  const job = after(...events)
  return job === null ? null : [job.queueState, job.printStatus, job.sent]
}

const send = { kind: 'SEND' } as const
const accept = { kind: 'ACCEPT' } as const
const cancel = { kind: 'CANCEL' } as const
const wait = { kind: 'WAIT' } as const
const away = { kind: 'TURN_AWAY' } as const
const forgotten = { kind: 'FORGOTTEN' } as const
const told = (state: Extract<PrintEvent, { kind: 'TOLD' }>['state']) =>
  ({ kind: 'TOLD', state }) as const
const answer = (usable: boolean) => ({ kind: 'ANSWER', usable }) as const

describe('a print job', () => {
  it.each([
    ['waits for its printer', [wait], ['WAIT_FOR_PRINTER', 'QUEUED', 'NO']],
    [
      'is followed to its end',
      [send, accept, told('processing'), told('completed')],
      ['COMPLETED', 'COMPLETED', 'YES'],
    ],
    [
      'of a printer without ribbon goes on by itself',
      [send, accept, told('processing-stopped')],
      ['STARTED', 'IN_PROGRESS', 'YES'],
    ],
    [
      'that the printer gives up has failed',
      [send, accept, told('aborted')],
      ['FAILED', 'FAILED', 'YES'],
    ],
    [
      'that the printer did not take waits',
      [wait, send, away],
      ['WAIT_FOR_PRINTER', 'QUEUED', 'NO'],
    ],
    [
      'whose answer was lost is followed when it is found',
      [send, told('pending')],
      ['STARTED', 'QUEUED', 'YES'],
    ],
    ['that nobody knows of is unknown', [send, forgotten], ['UNKNOWN', 'UNKNOWN', 'MAYBE']],
    [
      'that a restarted printer forgot is unknown',
      [send, accept, told('processing'), forgotten],
      ['UNKNOWN', 'UNKNOWN', 'YES'],
    ],
    [
      'has come out when the operator says so',
      [send, forgotten, answer(true)],
      ['COMPLETED', 'COMPLETED', 'MAYBE'],
    ],
    [
      'has failed when the operator says so',
      [send, forgotten, answer(false)],
      ['FAILED', 'FAILED', 'MAYBE'],
    ],
    ['that was not sent is cancelled at once', [wait, cancel], ['CANCELLED', 'CANCELLED', 'NO']],
    [
      'that was sent ends when the printer says so',
      [send, accept, cancel, told('canceled')],
      ['CANCELLED', 'CANCELLED', 'YES'],
    ],
    [
      'that was cancelled too late has come out',
      [send, accept, cancel, told('completed')],
      ['COMPLETED', 'COMPLETED', 'YES'],
    ],
    [
      'that was cancelled while it was turned away is not sent again',
      [send, cancel, away],
      ['CANCELLED', 'CANCELLED', 'NO'],
    ],
  ] as const)('%s', (_, events, expected) => {
    expect(states(...events)).toEqual(expected)
  })

  it.each([
    ['is not sent twice', [send, send]],
    ['that may have left does not wait again', [send, wait]],
    ['that the printer has is not turned away', [send, accept, away]],
    ['that has come out is over', [send, accept, told('completed'), send]],
    ['that was cancelled is over', [cancel, send]],
    ['that is unknown is not cancelled, but answered for', [send, forgotten, cancel]],
    ['that is known needs no answer', [send, accept, answer(true)]],
  ] as const)('%s', (_, events) => {
    expect(states(...events)).toBeNull()
  })
})

const anyEvent = fc.oneof(
  fc.constantFrom<PrintEvent>(wait, send, accept, away, forgotten, cancel, { kind: 'REFUSE' }),
  fc
    .constantFrom(
      'pending',
      'pending-held',
      'processing',
      'processing-stopped',
      'canceled',
      'aborted',
      'completed',
    )
    .map((state) => told(state)),
  fc.boolean().map(answer),
)

describe('whatever happens in whatever order', () => {
  it('no card can come out twice: it is sent again after a clear no of the printer alone', {
    meta: { covers: ['lifecycle.print-states-open', 'S46'] },
  }, () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        let job = newPrintJob
        // Cards that the printer may hold or have put out for this job.
        let out = 0
        let ends = 0
        for (const event of events) {
          const next = afterPrintEvent(job, event)
          if (next === null) continue
          expect(isActive(job.queueState)).toBe(true)
          if (event.kind === 'SEND') out += 1
          if (event.kind === 'TURN_AWAY') out -= 1
          if (isEnded(next.queueState)) ends += 1
          job = next
          expect(out).toBeLessThanOrEqual(1)
          expect(job.sent === 'NO').toBe(out === 0)
        }
        expect(ends).toBe(isActive(job.queueState) ? 0 : 1)
        if (job.queueState === 'COMPLETED') expect(out).toBe(1)
      }),
      { numRuns: 5000 },
    )
  })
})

it('a printer that is away is asked less and less often, one that answers every ten seconds', () => {
  const waits = [0, 1, 2, 3, 4, 5, 99]
  expect(waits.map((each) => waitMillis({ waits: each }))).toEqual([
    2000, 5000, 10_000, 30_000, 60_000, 60_000, 60_000,
  ])
  expect(waits.map((each) => waitMillis({ waits: each, answers: true }))).toEqual([
    2000, 5000, 10_000, 10_000, 10_000, 10_000, 10_000,
  ])
})
