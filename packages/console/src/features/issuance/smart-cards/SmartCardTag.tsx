import { useText } from '../../../lib/i18n.ts'
import { Tag } from '../../../ui/Tag.tsx'
import type { SmartCard } from './smart-cards.queries.ts'

const severities = { UNASSIGNED: 'INFO', ASSIGNED: 'OK', WITHDRAWN: 'WARNING' } as const

/** How a card stands. */
export const SmartCardTag = ({ state }: Pick<SmartCard, 'state'>) => {
  const text = useText('issuancePortal')
  return (
    <Tag label={text(`issuancePortal:cardStock.state.${state}`)} severity={severities[state]} />
  )
}
