import { describe, expect, it } from 'vitest'
import { framed, messageOf, type Told } from './message.ts'

const event: Told = {
  id: '01890000-0000-7000-8000-000000000009',
  occurred_at: new Date('2026-11-22T20:15:00.250Z'),
  actor_kind: 'user',
  actor_id: 'u1',
  entity: 'USERS',
  entity_id: 'u2',
  action: 'USER_UPDATED',
  outcome: 'SUCCESS',
}
const tenant = { publicUrl: 'https://acme.example.test' }
const audit = { facility: 13 }
const detail = (fields: object): string => JSON.stringify(fields)
const told = (change: Partial<Told>, given: string | null = null): string =>
  messageOf(tenant, audit, { event: { ...event, ...change }, detail: given })

describe('a message of syslog', () => {
  it('has the header of RFC 5424, the priority by facility and outcome', () => {
    expect(told({})).toMatch(
      /^<110>1 2026-11-22T20:15:00\.250Z acme\.example\.test signet - USER_UPDATED \[event@32473 /,
    )
    expect(told({ outcome: 'DENIED' })).toMatch(/^<108>1 /)
  })

  it('tells who did what to whom, and no more where details are withheld', () => {
    expect(told({})).toBe(
      '<110>1 2026-11-22T20:15:00.250Z acme.example.test signet - USER_UPDATED ' +
        '[event@32473 id="01890000-0000-7000-8000-000000000009" actorType="user" actorId="u1" ' +
        'entityType="USERS" entityId="u2" outcome="SUCCESS"]',
    )
  })

  it('tells names among the fields, and what changed as JSON behind the mark of UTF-8', () => {
    const text = told({}, detail({ actorName: 'Ada', address: '192.0.2.7', after: { name: 'é' } }))
    expect(text).toContain(' actorName="Ada"')
    expect(text).toContain(' address="192.0.2.7"')
    expect(text.split('\ufeff')[1]).toBe('{"after":{"name":"é"}}')
  })

  it('lets no value end its field, its element or its line', () => {
    const text = told({}, detail({ actorName: 'a"] b\\c\r\n<110>1 forged' }))
    expect(text).toContain('actorName="a\\"\\] b\\\\c  <110>1 forged"')
    expect(text).not.toMatch(/[\r\n]/)
  })

  it('leaves out what would make it longer than receivers take', () => {
    const text = told({}, detail({ actorName: 'Ada', after: { text: 'x'.repeat(9000) } }))
    expect(Buffer.byteLength(text)).toBeLessThan(1000)
    expect(text).toContain('actorName="Ada"')
  })

  it('is framed by its length in bytes', () => {
    expect(framed('é!')).toBe('3 é!')
  })
})
