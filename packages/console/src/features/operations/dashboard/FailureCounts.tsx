import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { reportLink } from '../../../pickers/report-link.ts'
import { Section } from '../../../ui/Page.tsx'
import { FactsSkeleton } from '../../../ui/Skeletons.tsx'
import { failuresQuery } from './dashboard.queries.ts'
import type { ReportRange } from './dashboard-range.ts'
import { ShareBars } from './ShareBars.tsx'

/** Who failed most often; each name leads to the attempts. */
export const FailureCounts = ({ range }: { readonly range: ReportRange }) => {
  const text = useText('dashboard')
  const { ago } = useFormats()
  const query = useQuery(failuresQuery(range))
  const { from, until } = range
  return (
    <Section
      title={text('dashboard:overview.failures')}
      description={text('dashboard:overview.failuresText')}
    >
      <QueryView query={query} skeleton={<FactsSkeleton rows={10} />}>
        {({ results }) =>
          results.length === 0 ? (
            <Typography variant="body2">{text('dashboard:overview.failuresEmpty')}</Typography>
          ) : (
            <ShareBars
              bars={results.map(({ userId, userName, count, lastTime }) => ({
                key: userId,
                label: userName || text('dashboard:overview.unknownUser'),
                value: count,
                note: ago(lastTime),
                colour: 'error.main',
                to:
                  userId === ''
                    ? reportLink({ from, until, action: 'AUTHENTICATION', outcome: 'FAILURE' })
                    : reportLink({ from, until, action: 'AUTHENTICATION', entity: userId }),
              }))}
            />
          )
        }
      </QueryView>
    </Section>
  )
}
