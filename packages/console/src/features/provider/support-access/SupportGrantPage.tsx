import type { SupportGrantDetails } from '@signet/contract/provider/support-grants'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { z } from 'zod'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { outcomeSeverity, useAuditWords } from '../../../pickers/audit-words.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { stateSeverity, useGrantWords } from './grant-words.ts'
import { grantQuery } from './support-access.queries.ts'
import { useGrantActions } from './use-grant-actions.tsx'

type Details = z.output<typeof SupportGrantDetails>

interface GrantProps {
  readonly grant: Details
}

const Terms = ({ grant }: GrantProps) => {
  const text = useText('serviceProvider')
  const { rights } = useGrantWords()
  const { date } = useFormats()
  const label = (
    key: 'provider' | 'rights' | 'grantedBy' | 'created' | 'granted' | 'ends' | 'ended',
  ) => text(`serviceProvider:supportAccess.columns.${key}`)
  const time = (instant: string | null): string | null => (instant === null ? null : date(instant))
  return (
    <Section title={text('serviceProvider:supportAccess.details')}>
      <Facts
        facts={[
          { label: label('provider'), value: grant.provider },
          { label: label('rights'), value: rights(grant) },
          { label: label('grantedBy'), value: grant.grantedBy },
          { label: label('created'), value: date(grant.createdAt) },
          { label: label('granted'), value: time(grant.grantedAt) },
          { label: label('ends'), value: time(grant.endsAt) },
          { label: label('ended'), value: time(grant.endedAt) },
        ]}
      />
    </Section>
  )
}

/** What the provider did, from the audit log. */
const Acts = ({ grant }: GrantProps) => {
  const text = useText('serviceProvider')
  const words = useAuditWords()
  const { date } = useFormats()
  return (
    <Section title={text('serviceProvider:supportAccess.acts')}>
      <ItemList empty={text('serviceProvider:supportAccess.actsEmpty')}>
        {grant.acts.map((act) => (
          <Item
            key={act.id}
            title={[words.action(act.action), words.nameOf(act)].filter(Boolean).join(' · ')}
            detail={date(act.at)}
            tag={<Tag label={words.outcome(act.outcome)} severity={outcomeSeverity[act.outcome]} />}
          />
        ))}
      </ItemList>
    </Section>
  )
}

const Loaded = ({ grant }: GrantProps) => {
  const text = useText()
  const { state } = useGrantWords()
  const { actionsOf, dialog } = useGrantActions()
  return (
    <>
      <DetailsPage
        title={grant.reason}
        tag={<Tag label={state(grant.state)} severity={stateSeverity[grant.state]} />}
        actions={
          <ActionMenu
            actions={actionsOf(grant)}
            label={text('common:list.rowActions', { name: grant.reason })}
          />
        }
      >
        <Terms grant={grant} />
        <Acts grant={grant} />
      </DetailsPage>
      {dialog}
    </>
  )
}

/** One grant: its terms, and what was done under it. */
const SupportGrantPage = () => {
  const { id = '' } = useParams()
  return (
    <QueryView query={useQuery(grantQuery(id))} isPage>
      {(grant) => <Loaded grant={grant} />}
    </QueryView>
  )
}

export default SupportGrantPage
