import type { Organization, OrganizationSummary } from '@signet/contract/identity/organizations'
import type { z } from 'zod'
import type { Ancestor, FoundOrganization } from './organizations.repository.ts'

export const summaryOf = (row: FoundOrganization): z.input<typeof OrganizationSummary> => ({
  id: row.id,
  name: row.name,
  displayName: row.display_name,
  parentId: row.parent_id,
  parentName: row.parent_name,
  createdAt: row.created_at,
  version: row.version,
})

interface Around {
  readonly members: { readonly count: number; readonly estimated: boolean }
  readonly ancestors: readonly Ancestor[]
}

export const presentOrganization = (
  row: FoundOrganization,
  { members, ancestors }: Around,
): z.input<typeof Organization> => ({
  ...summaryOf(row),
  memberCount: members.count,
  memberCountEstimated: members.estimated,
  ancestors: [...ancestors],
})
