import { expect } from 'vitest'
import { auditUpkeep, sequenceAuditEvents } from '../src/modules/operations/audit-events/index.ts'
import type { TestApp } from './test-app.ts'

const exportLines = async ({ ctx }: Pick<TestApp, 'ctx'>): Promise<string[]> => {
  const lines: string[] = []
  for await (const line of auditUpkeep.exportAuditEvents(ctx)) lines.push(line)
  return lines
}

const storedCount = async ({ ctx }: Pick<TestApp, 'ctx'>): Promise<number> => {
  const { count } = await ctx.db
    .selectFrom('audit_events')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('tenant_id', '=', ctx.tenant.id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * The export, once the chain holds every event of the tenant. One run may fall short: it stops
 * before the oldest transaction in flight, be it in another database of the same server.
 */
export const chainedExport = async (test: Pick<TestApp, 'ctx' | 'platform'>): Promise<string[]> => {
  let lines: string[] = []
  const unchained = async (): Promise<number> => {
    await sequenceAuditEvents(test.platform)
    lines = await exportLines(test)
    const chained = lines.filter((line) => line.startsWith('{"type":"event"')).length
    return (await storedCount(test)) - chained
  }
  await expect.poll(unchained, { timeout: 150_000 }).toBe(0)
  return lines
}
