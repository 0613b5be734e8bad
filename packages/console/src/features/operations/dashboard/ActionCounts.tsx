import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useAuditWords } from '../../../pickers/audit-words.ts'
import { reportLink } from '../../../pickers/report-link.ts'
import { Section } from '../../../ui/Page.tsx'
import { FactsSkeleton } from '../../../ui/Skeletons.tsx'
import { outcomesQuery } from './dashboard.queries.ts'
import type { ReportRange } from './dashboard-range.ts'
import { ShareBars } from './ShareBars.tsx'

const most = 8

/** The most frequent actions of the audit report. */
export const ActionCounts = ({ range }: { readonly range: ReportRange }) => {
  const text = useText('dashboard')
  const words = useAuditWords()
  const query = useQuery(outcomesQuery(range))
  const { from, until } = range
  return (
    <Section
      title={text('dashboard:overview.actions')}
      description={text('dashboard:overview.actionsText')}
    >
      <QueryView query={query} skeleton={<FactsSkeleton />}>
        {({ results }) =>
          results.length === 0 ? (
            <Typography variant="body2">{text('dashboard:overview.actionsEmpty')}</Typography>
          ) : (
            <ShareBars
              bars={results.slice(0, most).map(({ action, success, failure, denied }) => ({
                key: action,
                label: words.action(action),
                value: success + failure + denied,
                to: reportLink({ from, until, action }),
              }))}
            />
          )
        }
      </QueryView>
    </Section>
  )
}
