import { policyRow } from './policy-row.ts'
import { publishedRow } from './published-row.ts'
import { sealedRow } from './sealed-row.ts'

/** Rows beside the families: read with them, and as fresh. */
export const rows = { policies: policyRow, published: publishedRow, sealed: sealedRow } as const
