import { useParams } from 'react-router'
import { TabbedPage } from '../../../kit/TabbedPage.tsx'
import { useText } from '../../../lib/i18n.ts'
import { ImportCards } from './ImportCards.tsx'
import { AssignedCards, UnassignedCards } from './StockedCards.tsx'
import { cardsPath } from './smart-card-paths.ts'

const unassignedCards = () => <UnassignedCards />
const assignedCards = () => <AssignedCards />

/** Smart cards as things: those nobody has yet, and those people have. */
const SmartCardsPage = () => {
  const text = useText('issuancePortal')
  return (
    <TabbedPage
      title={text('common:pages.smartCards')}
      base={cardsPath}
      tab={useParams().tab}
      actions={<ImportCards />}
      tabs={[
        {
          key: 'unassigned',
          label: text('issuancePortal:cardStock.unassignedCards'),
          content: unassignedCards,
        },
        {
          key: 'assigned',
          label: text('issuancePortal:cardStock.assignedCards'),
          content: assignedCards,
        },
      ]}
    />
  )
}

export default SmartCardsPage
