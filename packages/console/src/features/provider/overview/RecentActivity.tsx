import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useAuditWords } from '../../../pickers/audit-words.ts'
import { reportLink } from '../../../pickers/report-link.ts'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { FactsSkeleton } from '../../../ui/Skeletons.tsx'
import { recentQuery } from './overview.queries.ts'

/** What was done to tenants recently, and by whom. */
export const RecentActivity = () => {
  const text = useText('serviceProvider')
  const words = useAuditWords()
  const { ago } = useFormats()
  return (
    <Section
      title={text('serviceProvider:overview.recent')}
      actions={
        <Button kind="plain" to={reportLink({ kind: 'TENANTS' })}>
          {text('serviceProvider:overview.showAll')}
        </Button>
      }
    >
      <QueryView query={useQuery(recentQuery)} skeleton={<FactsSkeleton />}>
        {({ results }) => (
          <ItemList empty={text('serviceProvider:overview.noActivity')}>
            {results.map(({ id, action, entityId, entityName, actorName, eventTime }) => (
              <Item
                key={id}
                title={
                  <>
                    {words.action(action)}{' '}
                    <Link to={`/serviceprovider/tenants/${entityId}`}>{entityName}</Link>
                  </>
                }
                detail={[actorName, ago(eventTime)].join(' · ')}
              />
            ))}
          </ItemList>
        )}
      </QueryView>
    </Section>
  )
}
