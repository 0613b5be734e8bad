import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink, useParams } from 'react-router'
import { oneQuery } from '../../../kit/entity.ts'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Page.tsx'
import { SmartCardActions } from './SmartCardActions.tsx'
import { SmartCardForm } from './SmartCardForm.tsx'
import { SmartCardTag } from './SmartCardTag.tsx'
import { type SmartCard, smartCards } from './smart-cards.queries.ts'

/** Whose it is, and the way to them. */
const Holder = ({ user: { id, name } }: { readonly user: NonNullable<SmartCard['user']> }) => {
  const mayView = useMay()(['USERS', 'VIEW'])
  if (!mayView) return name
  return (
    <Link component={RouterLink} to={`/user/${id}`}>
      {name}
    </Link>
  )
}

const Loaded = ({ read }: { readonly read: Tagged<SmartCard> }) => {
  const text = useText('issuancePortal')
  const { date } = useFormats()
  const { serialNumber, state, user, createDate, assignDate, modifiedAt, modifiedBy } = read.value
  return (
    <DetailsPage
      title={serialNumber}
      tag={<SmartCardTag state={state} />}
      actions={<SmartCardActions read={read} />}
    >
      <Section title={text('issuancePortal:cardStock.about')}>
        <Facts
          facts={[
            {
              label: text('issuancePortal:cardStock.columns.user'),
              value: user === null ? null : <Holder user={user} />,
            },
            { label: text('issuancePortal:cardStock.columns.assigned'), value: date(assignDate) },
            { label: text('issuancePortal:cardStock.columns.created'), value: date(createDate) },
            {
              label: text('issuancePortal:cardStock.changed'),
              value: `${date(modifiedAt)}, ${modifiedBy}`,
            },
          ]}
        />
      </Section>
      <Section title={text('issuancePortal:cardStock.card')}>
        <SmartCardForm read={read} />
      </Section>
    </DetailsPage>
  )
}

/** One card: its numbers, who has it, and what can be done with it. */
const SmartCardPage = () => {
  const { id = '' } = useParams()
  const query = useQuery(oneQuery(smartCards, id))
  return (
    <QueryView query={query} isPage>
      {(read) => <Loaded read={read} />}
    </QueryView>
  )
}

export default SmartCardPage
