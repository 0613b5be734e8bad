import { inheritedSettings } from './inherited.ts'
import { policyRow } from './policy-row.ts'
import { publishedRow } from './published-row.ts'
import { sealedRow } from './sealed-row.ts'

/** Rows beside the families, read with them and as fresh; and families by name, for providers. */
export const rows = {
  policies: policyRow,
  published: publishedRow,
  sealed: sealedRow,
  inherited: inheritedSettings,
} as const
