import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Section } from '../../../ui/Page.tsx'
import { FactsSkeleton } from '../../../ui/Skeletons.tsx'
import { usersQuery } from './dashboard.queries.ts'
import type { ReportRange } from './dashboard-range.ts'
import { ShareBars } from './ShareBars.tsx'

const states = [
  { key: 'active', colour: 'success.main', query: 'f.state=ACTIVE' },
  { key: 'registering', colour: 'info.main', query: 'f.state=REGISTERING' },
  { key: 'inactive', colour: 'warning.main', query: 'f.state=INACTIVE' },
  { key: 'locked', colour: 'error.main', query: 'f.locked=yes' },
] as const

/** How many users are active, inactive, registering, and how many of all are locked. */
export const UserStates = ({ range }: { readonly range: ReportRange }) => {
  const text = useText('dashboard')
  const may = useMay()
  const query = useQuery(usersQuery(range))
  return (
    <Section title={text('dashboard:overview.states')}>
      <QueryView query={query} skeleton={<FactsSkeleton rows={4} />}>
        {(counts) => (
          <ShareBars
            bars={states.map((state) => ({
              key: state.key,
              label: text(`dashboard:overview.stateLabels.${state.key}`),
              value: counts[state.key],
              colour: state.colour,
              to: may(['USERS', 'VIEW']) ? `/users?${state.query}` : undefined,
            }))}
          />
        )}
      </QueryView>
    </Section>
  )
}
