import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { audit } from '../../../kit/audit.ts'
import { type ExportRange, exportAuditEvents } from './audit-export.ts'
import { sequenceAuditEvents, verifyAuditExport } from './index.ts'

/* Guard: the end line, which signs the hash of every line before it. */

const day = 86_400_000

let test: TestApp
let lines: readonly string[]
const days: Date[] = []

const record = (action: string, count: number): Promise<void> =>
  test.ctx.transaction(async (ctx) => {
    for (let each = 0; each < count; each += 1) {
      audit(ctx, action, { subject: { entity: 'GRIDS', id: `${action}-${each}` } })
    }
  })

const exported = async (range: ExportRange): Promise<string[]> => {
  const found: string[] = []
  for await (const line of exportAuditEvents(test.ctx, range)) found.push(line)
  return found
}

/** The export, once an action's events are in the chain: another transaction may hold them up. */
const chained = (action: string): Promise<string[]> =>
  vi.waitFor(
    async () => {
      await sequenceAuditEvents(test.platform)
      const found = await exported({})
      if (!found.some((line) => line.includes(action))) throw new Error(`${action} waits`)
      return found
    },
    { timeout: 120_000 },
  )

const actionsIn = (text: readonly string[]): string[] => [
  ...new Set(text.flatMap((line) => /"action":"(DAY_\d)"/.exec(line)?.[1] ?? [])),
]

beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  for (const name of ['DAY_1', 'DAY_2', 'DAY_3']) {
    days.push(test.clock.now())
    await record(name, 3)
    lines = await chained(name)
    test.clock.advance(day)
  }
})
afterAll(() => test.close())

const isSound = async (changed: readonly string[]): Promise<boolean> =>
  (await verifyAuditExport(changed)).valid

describe('an export', () => {
  it('is sound, and named by the key that signed it', async () => {
    const verdict = await verifyAuditExport(lines)
    expect(verdict).toMatchObject({ valid: true, first: 1, erased: 0, faults: [] })
    expect(verdict.events).toBeGreaterThanOrEqual(9)
    expect(verdict.signedBy).toMatch(/^[\w-]{43}$/)
  })

  it('is not sound without any one of its lines', async () => {
    for (const at of lines.keys())
      expect(await isSound(lines.toSpliced(at, 1)), lines[at]).toBe(false)
  })

  it('is not sound with a line more, wherever it stands and even an empty one', async () => {
    for (const at of [...lines.keys(), lines.length]) {
      for (const more of ['', lines[at] ?? lines[0] ?? '']) {
        expect(await isSound(lines.toSpliced(at, 0, more)), `${at}: ${more}`).toBe(false)
      }
    }
  })

  it('is not sound when any line changed', async () => {
    for (const at of lines.keys()) {
      const line = lines[at] ?? ''
      const changed = line.replace(/[0-9](?=[^0-9]*$)/, (digit) => String((Number(digit) + 1) % 10))
      expect(changed).not.toBe(line)
      expect(await isSound(lines.with(at, changed)), changed).toBe(false)
    }
  })

  it('is not sound when its last batch was cut off, or a detail passed off as erased', async () => {
    const last = lines.findLastIndex((line) => line.startsWith('{"type":"chain"'))
    expect(await isSound(lines.toSpliced(last, lines.length - last - 1))).toBe(false)
    const event = lines.findIndex((line) => line.startsWith('{"type":"event"'))
    const erased = (lines[event] ?? '').replace(/"salt":.*$/, '"salt":null,"detail":null}')
    expect(await isSound(lines.with(event, erased))).toBe(false)
  })

  it('of a person who was erased is sound and says so', async () => {
    await test.ctx.db
      .deleteFrom('audit_details')
      .where('tenant_id', '=', test.tenant.id)
      .where('occurred_at', '>=', days[1] ?? new Date())
      .where('occurred_at', '<', days[2] ?? new Date())
      .execute()
    const verdict = await verifyAuditExport(await exported({}))
    expect(verdict).toMatchObject({ valid: true, erased: 3 })
  })
})

describe('an export of some days', () => {
  it('begins at a signed checkpoint and holds what happened then', async () => {
    const part = await exported({ from: days[1], until: days[2] })
    expect(actionsIn(part)).toEqual(['DAY_2'])
    const verdict = await verifyAuditExport(part)
    expect(verdict).toMatchObject({ valid: true, faults: [] })
    expect(verdict.first).toBeGreaterThan(1)
    expect(actionsIn(await exported({ until: days[1] }))).toEqual(['DAY_1'])
    expect(actionsIn(await exported({ from: days[2] }))).toEqual(['DAY_3'])
  })

  it('is not sound with a checkpoint of another place', async () => {
    const part = await exported({ from: days[1], until: days[2] })
    const at = part.findIndex((line) => line.startsWith('{"type":"checkpoint"'))
    const earlier = (part[at] ?? '').replace(/"number":\d+/, '"number":0')
    const { faults } = await verifyAuditExport(part.with(at, earlier))
    expect(faults.join()).toContain('is missing')
    expect(await isSound(part.toSpliced(at, 1))).toBe(false)
  })

  it('of days on which nothing happened holds no batch', async () => {
    const part = await exported({ from: new Date('2020-01-01'), until: new Date('2020-01-02') })
    expect(await verifyAuditExport(part)).toMatchObject({ valid: true, batches: 0, events: 0 })
  })
})
