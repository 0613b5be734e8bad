import type { FlashPass, FlashPassBatch } from '@signet/contract/issuance/flash-passes'
import { passStateAt } from '@signet/rules/flash-passes'
import type { z } from 'zod'
import type { NamedBatch, NamedPass } from './flash-passes.repository.ts'

export type WirePass = z.input<typeof FlashPass>

export const presentPass = (row: NamedPass, now: Date): WirePass => ({
  id: row.id,
  batchId: row.batch_id,
  position: row.position,
  designId: row.design_id,
  designName: row.design_name,
  enrollmentId: row.enrollment_id,
  title: row.title,
  state: passStateAt({ state: row.state, endsAt: row.ends_at }, now),
  wallets: [
    ...(row.apple_at === null ? [] : (['APPLE'] as const)),
    ...(row.google_at === null ? [] : (['GOOGLE'] as const)),
  ],
  claimedAt: row.claimed_at,
  endsAt: row.ends_at,
  endedAt: row.ended_at,
  linkUntil: row.link_until,
  createdAt: row.created_at,
  createdBy: row.created_by,
})

export const presentBatch = (
  row: NamedBatch,
  passes: readonly WirePass[],
): z.input<typeof FlashPassBatch> => ({
  id: row.id,
  designId: row.design_id,
  designName: row.design_name,
  total: row.total,
  createdAt: row.created_at,
  createdBy: row.created_by,
  passes: [...passes],
})
