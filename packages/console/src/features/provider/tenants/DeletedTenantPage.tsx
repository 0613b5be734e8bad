import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { type Fact, Facts } from '../../../ui/Facts.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { type DeletionDetail, deletionQuery } from './deletions.queries.ts'
import { DeletionStateTag } from './state-tag.tsx'

interface DeletionProps {
  readonly deletion: DeletionDetail
}

const Details = ({ deletion }: DeletionProps) => {
  const text = useText('serviceProvider')
  const { date } = useFormats()
  const { tenantId, requestedBy, requestedAt, eraseAt, erasedAt, hostNames, state } = deletion
  const column = (key: 'requestedBy' | 'requested' | 'erase') =>
    text(`serviceProvider:deletions.columns.${key}`)
  const facts: readonly Fact[] = [
    { label: text('serviceProvider:deletions.facts.tenantId'), value: tenantId },
    { label: text('serviceProvider:deletions.facts.hostNames'), value: hostNames.join(', ') },
    { label: column('requestedBy'), value: requestedBy },
    { label: column('requested'), value: date(requestedAt) },
    {
      label: column('erase'),
      value: state === 'CANCELED' ? null : date(erasedAt ?? eraseAt),
    },
  ]
  return (
    <Section title={text('serviceProvider:tenants.details')}>
      <Facts facts={facts} />
    </Section>
  )
}

/** What shows that nothing is left: it can be computed again from the statement. */
const Proof = ({ deletion }: DeletionProps) => {
  const text = useText('serviceProvider')
  const { date, number } = useFormats()
  const { rowsLeft, digest, statement, backupsUntil, hostNamesFreeAt } = deletion
  const fact = (key: 'rowsLeft' | 'digest' | 'backups' | 'hostNamesFree') =>
    text(`serviceProvider:deletions.facts.${key}`)
  const backups =
    backupsUntil === null
      ? text('serviceProvider:deletions.backupsUnknown')
      : text('serviceProvider:deletions.backupsUntil', { date: date(backupsUntil) })
  return (
    <Section title={text('serviceProvider:deletions.proof')}>
      <Facts
        facts={[
          { label: fact('rowsLeft'), value: rowsLeft === null ? null : number(rowsLeft) },
          { label: fact('backups'), value: backups },
          {
            label: fact('hostNamesFree'),
            value: hostNamesFreeAt === null ? null : date(hostNamesFreeAt),
          },
          { label: fact('digest'), value: digest },
          {
            label: text('serviceProvider:deletions.statement'),
            value: (
              <Box component="code" sx={{ fontSize: '0.75rem' }}>
                {statement}
              </Box>
            ),
          },
        ]}
      />
    </Section>
  )
}

const Rows = ({ deletion: { rows } }: DeletionProps) => {
  const text = useText('serviceProvider')
  const { number } = useFormats()
  return (
    <Section title={text('serviceProvider:deletions.rows')}>
      <ItemList empty={text('serviceProvider:deletions.noRows')}>
        {rows.map(({ table, rows: count }) => (
          <Item key={table} title={table} detail={number(count)} />
        ))}
      </ItemList>
    </Section>
  )
}

const Loaded = ({ deletion }: DeletionProps) => (
  <DetailsPage title={deletion.companyName} tag={<DeletionStateTag state={deletion.state} />}>
    <Details deletion={deletion} />
    {deletion.state === 'ERASED' && <Proof deletion={deletion} />}
    {(deletion.state === 'ERASED' || deletion.state === 'ERASING') && <Rows deletion={deletion} />}
  </DetailsPage>
)

/** One deletion of a tenant: who asked for it, and the proof that nothing is left. */
const DeletedTenantPage = () => (
  <QueryView query={useQuery(deletionQuery(useParams().id ?? ''))} isPage>
    {(deletion) => <Loaded deletion={deletion} />}
  </QueryView>
)

export default DeletedTenantPage
