import type { Group, GroupSummary } from '@signet/contract/identity/groups'
import type { z } from 'zod'
import type { Counted } from './group-members.repository.ts'
import type { StoredGroup } from './groups.policy.ts'

export const summaryOf = (row: StoredGroup): z.input<typeof GroupSummary> => ({
  id: row.id,
  name: row.name,
  description: row.description,
  externalId: row.external_id,
  type: row.type,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
})

export const presentGroup = (
  row: StoredGroup,
  { count, estimated }: Counted,
): z.input<typeof Group> => ({
  ...summaryOf(row),
  memberCount: count,
  memberCountEstimated: estimated,
})
