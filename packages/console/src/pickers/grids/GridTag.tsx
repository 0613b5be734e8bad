import type { Grid } from '@signet/contract/authenticators/grids'
import { severityOf } from '@signet/rules/severity'
import { endingCardStatus } from '@signet/rules/status'
import type { z } from 'zod'
import { useText } from '../../lib/i18n.ts'
import { Tag } from '../../ui/Tag.tsx'

export type GridCard = z.output<typeof Grid>

const statuses = ['UNASSIGNED', 'PENDING', 'ACTIVE', 'INACTIVE', 'CANCELED', 'EXPIRED'] as const

const shownStatus = (grid: GridCard): (typeof statuses)[number] => {
  const status = endingCardStatus(grid, Date.now())
  return statuses.find((each) => each === status) ?? grid.state
}

/** How a card stands. */
export const GridTag = ({ grid }: { readonly grid: GridCard }) => {
  const text = useText('authenticators')
  const status = shownStatus(grid)
  const label =
    grid.retired === null || status !== 'INACTIVE'
      ? text(`authenticators:cards.state.${status}`)
      : text('authenticators:cards.retired')
  return <Tag label={label} severity={severityOf(status)} />
}
