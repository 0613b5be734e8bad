import type { GridRow } from '../../../platform/db/schema/grids.ts'

type GridState = GridRow['state']
export type GridEvent = 'ASSIGN' | 'UNASSIGN' | 'ACTIVATE' | 'DEACTIVATE' | 'CANCEL'

/** What each event makes of a state; what is missing may not happen. Using a card: `grid-use.ts`. */
const transitions: Readonly<Record<GridState, Readonly<Partial<Record<GridEvent, GridState>>>>> = {
  UNASSIGNED: { ASSIGN: 'PENDING' },
  PENDING: {
    UNASSIGN: 'UNASSIGNED',
    ACTIVATE: 'ACTIVE',
    DEACTIVATE: 'INACTIVE',
    CANCEL: 'CANCELED',
  },
  ACTIVE: { ACTIVATE: 'ACTIVE', DEACTIVATE: 'INACTIVE', CANCEL: 'CANCELED' },
  INACTIVE: {
    UNASSIGN: 'UNASSIGNED',
    ACTIVATE: 'ACTIVE',
    DEACTIVATE: 'INACTIVE',
    CANCEL: 'CANCELED',
  },
  CANCELED: { CANCEL: 'CANCELED' },
}

/** null when this may not happen now. */
export const stateAfter = (state: GridState, event: GridEvent): GridState | null =>
  transitions[state][event] ?? null
