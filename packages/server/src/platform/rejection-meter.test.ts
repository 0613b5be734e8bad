import { describe, expect, it } from 'vitest'
import { createRejectionMeter, type RejectionKind } from './rejection-meter.ts'

const minute = 60_000
const start = Date.UTC(2027, 0, 4, 9)
const wrongSecret: RejectionKind = { door: 'TOKEN', reason: 'WRONG_CLIENT_SECRET' }

const meterAt = () => {
  let time = start
  const meter = createRejectionMeter(() => new Date(time))
  return {
    take: (kind = wrongSecret, source = '192.0.2.1', tenantId = 'acme') =>
      meter.take({ tenantId, kind, source }),
    drain: meter.drain,
    pass: (millis: number) => {
      time += millis
    },
  }
}

const taken = (times: number, take: () => boolean): number =>
  Array.from({ length: times }, take).filter(Boolean).length

describe('rejected requests', () => {
  it('are written singly five times a kind, source and minute, and counted beyond that', () => {
    const meter = meterAt()
    expect(taken(8, () => meter.take())).toBe(5)
    expect(taken(8, () => meter.take(wrongSecret, '192.0.2.2'))).toBe(5)
    expect(taken(8, () => meter.take({ ...wrongSecret, door: 'REVOCATION' }))).toBe(5)
    expect(meter.drain('ended')).toEqual([])
    meter.pass(minute)
    expect(meter.drain('ended')).toEqual([
      {
        tenantId: 'acme',
        kind: wrongSecret,
        count: 6,
        from: new Date(start),
        addresses: ['192.0.2.1', '192.0.2.2'],
      },
      expect.objectContaining({ count: 3, addresses: ['192.0.2.1'] }),
    ])
    expect(meter.drain('all')).toEqual([])
    expect(taken(8, () => meter.take())).toBe(5)
  })

  it('leave each tenant its own measure', () => {
    const meter = meterAt()
    expect(taken(8, () => meter.take())).toBe(5)
    expect(taken(8, () => meter.take(wrongSecret, '192.0.2.1', 'globex'))).toBe(5)
  })

  it('cannot fill a log: 600 singly and 21 counts a minute in an hour, and none is lost', () => {
    const meter = meterAt()
    let singles = 0
    let all = 0
    for (let at = 0; at < 60; at += 1) {
      for (let turn = 0; turn < 1000; turn += 1) {
        const kind = { ...wrongSecret, application: { id: `app-${turn % 50}`, name: 'App' } }
        singles += meter.take(kind, `2001:db8:${turn}`) ? 1 : 0
        all += 1
      }
      meter.pass(minute)
    }
    const counts = meter.drain('ended')
    expect(singles).toBe(600)
    expect(counts).toHaveLength(60 * 21)
    expect(counts.every(({ addresses }) => addresses.length <= 5)).toBe(true)
    expect(counts.reduce((sum, { count }) => sum + count, singles)).toBe(all)
  })
})
