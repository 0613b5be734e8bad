import { setTimeout as sleep } from 'node:timers/promises'
import { printEnrollments } from '@signet/contract/issuance/enrollment-prints'
import { searchEnrollments } from '@signet/contract/issuance/enrollments'
import { mostCardsOfPrint } from '@signet/rules/print-jobs'
import { buildQuickPrinter } from '@signet/server/testing/issuance/print-jobs'
import { post } from '../checks/check.ts'
import { drive } from '../load/drive.ts'
import { cpuBetween, cpuOf, totalMillis } from '../machine/cpu.ts'
import { memoryMb } from '../machine/memory.ts'
import { found } from '../report/finding.ts'
import { seedPhotos, seedRecords, seedStudents } from '../seed/enrollments.ts'
import { photo } from '../seed/photo.ts'
import type { Signet } from '../subject/signet.ts'
import type { Site } from '../subject/site.ts'
import { goals } from './goals.ts'
import type { Measure, Stage } from './measure.ts'

/** As many as a simulated printer's hopper holds. */
const cardsOfPrinter = 100
const pollMillis = 250
/** Cards after which memory is taken as what a batch needs. */
const settledCards = 200

const seedCards = async ({ seeding, owner }: Site, cards: number) => {
  const { ctx } = seeding
  const workflowId = await seedStudents(ctx)
  const tenantId = ctx.tenant.id
  await seedRecords(owner, { tenantId, workflowId, from: 0, to: cards })
  const ids = await seedPhotos(owner, { tenantId, workflowId }, await photo())
  const printerIds: string[] = []
  // One more than they fill: whose turn it is goes by how busy they are, and an empty hopper waits.
  while ((printerIds.length - 1) * cardsOfPrinter < cards) {
    printerIds.push(await buildQuickPrinter(ctx))
  }
  return { ids, printerIds }
}

const completed = async ({ owner, seeding }: Site): Promise<number> => {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::integer as count from print_jobs
      where tenant_id = $1 and queue_state = 'COMPLETED'`,
    [seeding.ctx.tenant.id],
  )
  return rows[0]?.count ?? 0
}

interface Printing {
  readonly site: Site
  readonly signet: Signet
  readonly cards: number
}

/** From the first request until the last card has come out. */
const printAll = async ({ site, signet, cards }: Printing) => {
  const { ids, printerIds } = await seedCards(site, cards)
  const session = site.seeding.adminToken
  const pid = signet.measured.serverPid
  const before = cpuOf(signet.measured)
  for (let at = 0; at < ids.length; at += mostCardsOfPrint) {
    const some = ids.slice(at, at + mostCardsOfPrint).map((enrollmentId) => ({ enrollmentId }))
    await post(signet.http, printEnrollments.path, { session, body: { printerIds, cards: some } })
  }
  let [settledMb, peakMb] = [0, 0]
  for (;;) {
    const done = await completed(site)
    const megabytes = memoryMb(pid)
    if (done <= settledCards) settledMb = Math.max(settledMb, megabytes)
    peakMb = Math.max(peakMb, megabytes)
    if (done >= cards) break
    await sleep(pollMillis)
  }
  const cpuMillis = totalMillis(cpuBetween(before, cpuOf(signet.measured)))
  return { perCore: (cards / cpuMillis) * 1000, growthMb: Math.max(0, peakMb - settledMb) }
}

/** Drawn with photo and barcode, read again, and taken by simulated printers. */
export const cardLines: Measure<{ readonly site: Site; readonly cards: number }> = {
  lines: [goals.cards, goals.cardsMemory],
  needs: ['printEnrollments'],
  async run({ site, cards }) {
    const signet = await site.start()
    try {
      const { perCore, growthMb } = await printAll({ site, signet, cards })
      return [found(goals.cards, perCore), found(goals.cardsMemory, growthMb)]
    } finally {
      await signet.stop()
    }
  },
}

interface Searching extends Stage {
  readonly records: number
}

/** By a part of a name, by what a scanner read, and by the value of a field, in turn. */
export const enrollmentSearchLine: Measure<Searching> = {
  lines: [goals.enrollmentSearchTail],
  needs: ['searchEnrollments'],
  async run({ site, signet, seconds, records }) {
    const { ctx, adminToken: session } = site.seeding
    const workflowId = await seedStudents(ctx)
    const range = { tenantId: ctx.tenant.id, from: 0, to: records }
    await seedRecords(site.owner, { ...range, workflowId })
    const any = (most: number): number => Math.floor(Math.random() * most)
    const asked = [
      () => ({ term: `liskov-${any(Math.ceil(records / 110))}` }),
      () => ({ barcode: `S-${any(records)}` }),
      () => ({ fields: [{ field: 'Student number', value: `S-${any(records)}` }] }),
    ]
    let turn = 0
    const operation = async (): Promise<void> => {
      turn += 1
      const body = { workflowId, limit: 20, ...asked[turn % asked.length]?.() }
      const page = await post(signet.http, searchEnrollments.path, { session, body })
      if (searchEnrollments.answer.parse(page).results.length === 0) throw new Error('nobody')
    }
    const ran = await drive({ measured: signet.measured, operation, seconds })
    return [found(goals.enrollmentSearchTail, ran.latency.p99, ran)]
  },
}
