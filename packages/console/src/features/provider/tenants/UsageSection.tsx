import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { EntitlementMonths } from '@signet/contract/tenancy/entitlements'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMonthName } from '../../../pickers/use-month-name.ts'
import { Section } from '../../../ui/Page.tsx'
import { usageMonthsQuery } from './tenants.queries.ts'

type Months = z.output<typeof EntitlementMonths>

interface Row {
  readonly month: string
  /** Null where nothing was counted. */
  readonly users: number | null
  readonly credentials: number | null
  readonly messages: number
}

/** A row for each month, the newest first. */
const rowsOf = (usage: readonly Months[]): readonly Row[] => {
  const all = usage.flatMap(({ type, months }) => months.map((each) => ({ ...each, type })))
  return [...Map.groupBy(all, ({ month }) => month)]
    .map(([month, same]) => ({
      month,
      users: same.find(({ type }) => type === 'AUTHENTICATION')?.highest ?? null,
      credentials: same.find(({ type }) => type === 'ISSUANCE')?.used ?? null,
      messages: same.reduce((sum, { smsVoice }) => sum + smsVoice, 0),
    }))
    .toSorted((one, other) => (one.month < other.month ? 1 : -1))
}

const look = { '& th, & td': { px: { xs: 0.5, sm: 1 }, py: 0.75, fontSize: '0.8125rem' } } as const

const UsageTable = ({ rows }: { readonly rows: readonly Row[] }) => {
  const text = useText('serviceProvider')
  const nameOf = useMonthName()
  const { number } = useFormats()
  const shown = (count: number | null): string => (count === null ? '–' : number(count))
  const columns = ['users', 'credentials', 'messages'] as const
  return (
    <Table sx={look} aria-label={text('serviceProvider:usage.title')}>
      <TableHead>
        <TableRow>
          <TableCell component="th" scope="col">
            {text('serviceProvider:usage.month')}
          </TableCell>
          {columns.map((column) => (
            <TableCell key={column} component="th" scope="col" align="right">
              {text(`serviceProvider:usage.${column}`)}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.month}>
            <TableCell component="th" scope="row">
              {nameOf(row.month)}
            </TableCell>
            {columns.map((column) => (
              <TableCell key={column} align="right">
                {shown(row[column])}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** What a tenant has used of its entitlements, month by month. */
export const UsageSection = ({ id }: { readonly id: string }) => {
  const text = useText('serviceProvider')
  return (
    <Section title={text('serviceProvider:usage.title')}>
      <QueryView query={useQuery(usageMonthsQuery(id))}>
        {(usage) => {
          const rows = rowsOf(usage)
          return rows.length === 0 ? (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {text('serviceProvider:usage.empty')}
            </Typography>
          ) : (
            <UsageTable rows={rows} />
          )
        }}
      </QueryView>
    </Section>
  )
}
