import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import type { ReceivedOf } from '@signet/contract/kit/endpoint'
import type { readProviderOverview } from '@signet/contract/provider/overview'
import { type ContractEnd, contractEnds } from '@signet/rules/contract-ends'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ToolPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Section } from '../../../ui/Page.tsx'
import { FactsSkeleton } from '../../../ui/Skeletons.tsx'
import { overviewQuery } from './overview.queries.ts'
import { RecentActivity } from './RecentActivity.tsx'
import { ReportMenu } from './ReportMenu.tsx'

type Overview = ReceivedOf<typeof readProviderOverview>

const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 150px), 1fr))',
}
const card = {
  display: 'block',
  p: 2,
  color: 'text.primary',
  textDecoration: 'none',
  minWidth: 0,
  '&:hover': { borderColor: 'primary.main' },
}
const small = { fontSize: '0.8125rem', color: 'text.secondary' }
const large = { fontSize: '1.75rem', fontWeight: 650, lineHeight: 1.25, letterSpacing: '-0.02em' }

/** The list of tenants with these filters. */
const tenantsWith = (filters: Readonly<Record<string, string>>): string => {
  const query = new URLSearchParams(
    Object.entries(filters).map(([key, value]) => [`f.${key}`, value]),
  )
  const path = '/serviceprovider/tenants'
  return query.size === 0 ? path : `${path}?${query}`
}

interface Count {
  readonly label: string
  readonly value: number
  readonly filters: Readonly<Record<string, string>>
}

interface CountsProps {
  readonly counts: readonly Count[]
  readonly isEstimated: boolean
}

/** Numbers of tenants, each of which leads to the tenants that it counts. */
const Counts = ({ counts, isEstimated }: CountsProps) => {
  const { number } = useFormats()
  return (
    <Box sx={grid}>
      {counts.map(({ label, value, filters }) => (
        <Paper key={label} variant="outlined" component={Link} to={tenantsWith(filters)} sx={card}>
          <Box sx={small}>{label}</Box>
          <Box sx={large}>{isEstimated ? `${number(value)}+` : number(value)}</Box>
        </Paper>
      ))}
    </Box>
  )
}

interface Group {
  readonly title: string
  readonly counts: readonly Count[]
}

const useStates = () => {
  const text = useText('serviceProvider')
  return ({ tenants, locked, trial, nearLimit }: Overview): Group => ({
    title: text('serviceProvider:overview.states'),
    counts: [
      { label: text('serviceProvider:overview.all'), value: tenants, filters: {} },
      {
        label: text('serviceProvider:overview.locked'),
        value: locked,
        filters: { state: 'locked' },
      },
      { label: text('serviceProvider:overview.trial'), value: trial, filters: { mode: 'TRIAL' } },
      {
        label: text('serviceProvider:overview.uses.near'),
        value: nearLimit,
        filters: { use: 'near' },
      },
    ],
  })
}

const useContracts = () => {
  const text = useText('serviceProvider')
  return (overview: Overview): Group => {
    const values: Readonly<Record<ContractEnd, number>> = {
      PAST: overview.ended,
      DAYS_30: overview.endsWithin30Days,
      DAYS_60: overview.endsWithin60Days,
      DAYS_90: overview.endsWithin90Days,
    }
    return {
      title: text('serviceProvider:overview.contracts'),
      counts: contractEnds.map((end) => ({
        label: text(`serviceProvider:overview.contractEnds.${end}`),
        value: values[end],
        filters: { ends: end },
      })),
    }
  }
}

/** The tenants of this provider in numbers, and what was done to them recently. */
const OverviewPage = () => {
  const text = useText('serviceProvider')
  const [statesOf, contractsOf] = [useStates(), useContracts()]
  const may = useMay()
  return (
    <ToolPage
      title={text('common:pages.providerOverview')}
      detail={text('serviceProvider:overview.detail')}
      actions={<ReportMenu />}
    >
      <QueryView query={useQuery(overviewQuery)} skeleton={<FactsSkeleton />}>
        {(overview) =>
          [statesOf(overview), contractsOf(overview)].map(({ title, counts }) => (
            <Section key={title} title={title}>
              <Counts counts={counts} isEstimated={overview.estimated} />
            </Section>
          ))
        }
      </QueryView>
      {may(['REPORTS', 'VIEW']) && <RecentActivity />}
    </ToolPage>
  )
}

export default OverviewPage
