import type { Generated } from 'kysely'

export interface GridRow {
  tenant_id: string
  id: string
  serial: number
  /** Whose; null while it is unassigned. */
  user_id: string | null
  state: 'UNASSIGNED' | 'PENDING' | 'ACTIVE' | 'INACTIVE' | 'CANCELED'
  /** Why it is INACTIVE, when nobody switched it off. */
  retired: 'EXPOSURE' | 'USES' | null
  rows: number
  columns: number
  cell_length: number
  /** The contents of all cells, row by row, sealed for `grid:<id>`. */
  sealed_cells: Buffer
  /** For each cell in two bytes the number of the use that showed it last; 0 for never. */
  shown: Buffer
  uses: Generated<number>
  max_uses: number | null
  created_at: Date
  assigned_at: Date | null
  activated_at: Date | null
  expires_at: Date | null
  last_used_at: Date | null
  /** Since when it lies in a mailbox; null for never. */
  mailed_at: Date | null
  version: Generated<number>
}

/** The groups whose administrators see an unassigned card. */
interface GridGroupRow {
  tenant_id: string
  grid_id: string
  group_id: string
}

/** What somebody is asked now: the same cells until they are answered. */
export interface GridChallengeRow {
  tenant_id: string
  /** A user's id or a stranger's key; `claim:<user id>` where a card is taken over. */
  subject: string
  id: string
  /** Names of cells, in order: `A1 C3 H8`. */
  cells: string
  /** Since when these cells are asked. */
  asked_at: Date
  expires_at: Date
  answered_at: Date | null
}

/** Challenges that were answered: none is accepted twice. */
interface GridAnswerRow {
  tenant_id: string
  grid_id: string
  cells: string
}

export interface GridTables {
  grids: GridRow
  grid_groups: GridGroupRow
  grid_challenges: GridChallengeRow
  grid_answers: GridAnswerRow
}
