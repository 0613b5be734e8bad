import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormats } from '../../../lib/dates.ts'
import { useLocale, useText } from '../../../lib/i18n.ts'
import { reportLink } from '../../../pickers/report-link.ts'
import { useMay } from '../../../session/session-context.tsx'
import { activeUsersQuery, signInsQuery, usersQuery } from './dashboard.queries.ts'
import type { ReportRange } from './dashboard-range.ts'

/** A part of a whole in per cent, as the visitor's language writes it; `0 %` of nothing. */
const useShare = () => {
  const locale = useLocale()
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  return (part: number, whole: number): string => format.format(whole === 0 ? 0 : part / whole)
}

const row = {
  display: 'grid',
  gap: 2,
  mb: 2,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 150px), 1fr))',
}
const card = { display: 'block', p: 2, color: 'text.primary', textDecoration: 'none', minWidth: 0 }
const linked = { '&:hover': { borderColor: 'primary.main' } }
const large = { fontSize: '1.75rem', fontWeight: 650, lineHeight: 1.25, letterSpacing: '-0.02em' }
const small = { fontSize: '0.8125rem', color: 'text.secondary' }

interface FigureProps {
  readonly label: string
  /** Undefined while it is on its way, null when it could not be read. */
  readonly value: number | null | undefined
  readonly note: ReactNode
  readonly to?: string | undefined
}

const Figure = ({ label, value, note, to }: FigureProps) => {
  const { number } = useFormats()
  const content = (
    <>
      <Box sx={small}>{label}</Box>
      <Box sx={large}>
        {value === undefined ? <Skeleton width={90} /> : value === null ? '–' : number(value)}
      </Box>
      <Box sx={{ ...small, minHeight: 20 }}>{value === undefined ? null : note}</Box>
    </>
  )
  if (to === undefined) {
    return (
      <Paper variant="outlined" sx={card}>
        {content}
      </Paper>
    )
  }
  return (
    <Paper variant="outlined" component={Link} to={to} sx={{ ...card, ...linked }}>
      {content}
    </Paper>
  )
}

interface PartProps {
  readonly range: ReportRange
}

const People = ({ range }: PartProps) => {
  const text = useText('dashboard')
  const may = useMay()
  const users = useQuery(usersQuery(range))
  const active = useQuery(activeUsersQuery(range))
  return (
    <>
      <Figure
        label={text('dashboard:overview.users')}
        value={users.isError ? null : users.data?.total}
        note={text('dashboard:overview.usersCreated', { count: users.data?.created ?? 0 })}
        to={may(['USERS', 'VIEW']) ? '/users' : undefined}
      />
      <Figure
        label={text('dashboard:overview.activeUsers')}
        value={active.isError ? null : active.data?.total}
        note={text('dashboard:overview.activeUsersText')}
      />
    </>
  )
}

const SignIns = ({ range }: PartProps) => {
  const text = useText('dashboard')
  const share = useShare()
  const { data, isError } = useQuery(signInsQuery(range))
  const { success = 0, failure = 0, denied = 0 } = data?.total ?? {}
  const failed = failure + denied
  const attempts = success + failed
  const within = { from: range.from, until: range.until, action: 'AUTHENTICATION' }
  const shareText = text('dashboard:overview.failedSignInsText', { share: share(failed, attempts) })
  return (
    <>
      <Figure
        label={text('dashboard:overview.signIns')}
        value={isError ? null : data && success}
        note={text('dashboard:overview.signInsText')}
        to={reportLink({ ...within, outcome: 'SUCCESS' })}
      />
      <Figure
        label={text('dashboard:overview.failedSignIns')}
        value={isError ? null : data && failed}
        note={attempts === 0 ? text('dashboard:overview.noAttempts') : shareText}
        to={reportLink({ ...within, outcome: 'FAILURE' })}
      />
    </>
  )
}

/** The four numbers to begin with; most lead to what they count. */
export const Figures = ({ range }: PartProps) => (
  <Box sx={row}>
    <People range={range} />
    <SignIns range={range} />
  </Box>
)
