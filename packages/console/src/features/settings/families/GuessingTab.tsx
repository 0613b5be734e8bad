import Stack from '@mui/material/Stack'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { type GuessMeterRow, readGuessMeter } from '@signet/contract/settings/guessbudget'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { QueryView } from '../../../kit/QueryView.tsx'
import { call } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useLocale, useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { BoundForm } from './BoundForm.tsx'
import { LockoutsForm } from './LockoutsForm.tsx'

type Row = z.output<typeof GuessMeterRow>

const meterQuery = {
  queryKey: ['settings', 'guessbudget', 'meter'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(readGuessMeter, { signal }),
}

const kinds = [
  'PASSWORD',
  'TOKEN',
  'TOKENPUSH',
  'OTP',
  'MAGICLINK',
  'RECOVERY_CODE',
  'TEMP_ACCESS_CODE',
  'GRID',
  'KBA',
  'EXTERNAL',
  'FACE',
] as const
const isKind = (name: string): name is (typeof kinds)[number] => kinds.some((kind) => kind === name)

/** Below this nobody compares any more. */
const smallest = 1e-9

/** `0.009%`: two digits that count. */
const usePercent = () => {
  const locale = useLocale()
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumSignificantDigits: 2 })
  return (share: number): string =>
    share < smallest ? `< ${format.format(smallest)}` : format.format(share)
}

interface LineProps {
  readonly bound: number
  readonly row: Row
}

/** What decides where no number can be given. */
const Undecided = ({ basis, chance }: Pick<Row, 'basis' | 'chance'>) => {
  const text = useText('settings')
  const { number } = useFormats()
  return basis === 'OWNER' && chance !== null
    ? text('settings:guessing.matched', { number: number(Math.round(1 / chance)) })
    : text(`settings:guessing.basis.${basis}`)
}

const Probability = ({ bound, row }: LineProps) => {
  const text = useText('settings')
  const percent = usePercent()
  const { probability } = row
  if (probability === null) return <Undecided {...row} />
  const isAbove = probability > bound
  return (
    <>
      {percent(probability)}{' '}
      <Tag
        severity={isAbove ? 'ERROR' : 'OK'}
        label={text(`settings:guessing.${isAbove ? 'above' : 'within'}`)}
      />
    </>
  )
}

const Line = ({ bound, row }: LineProps) => {
  const text = useText('authenticators')
  const { number } = useFormats()
  const { authenticator, attempts, guessesPerYear } = row
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        {isKind(authenticator)
          ? text(`authenticators:proof.kinds.${authenticator}`)
          : authenticator}
      </TableCell>
      <TableCell>{attempts === null ? '–' : number(attempts)}</TableCell>
      <TableCell>{guessesPerYear === null ? '–' : number(guessesPerYear)}</TableCell>
      <TableCell>
        <Probability bound={bound} row={row} />
      </TableCell>
    </TableRow>
  )
}

interface MeterProps {
  readonly label: string
  readonly bound: number
  readonly rows: readonly Row[]
}

const columns = ['authenticator', 'attempts', 'guesses', 'probability'] as const

const Meter = ({ label, bound, rows }: MeterProps) => {
  const text = useText('settings')
  return (
    <TableContainer>
      <Table size="small" aria-label={label}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column} component="th" scope="col">
                {text(`settings:guessing.columns.${column}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <Line key={row.authenticator} bound={bound} row={row} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

interface MetersProps {
  /** The tenant's own meter, or those of its group policies. */
  readonly of: 'everybody' | 'policies'
}

/** How likely guessing is to get in. */
const Meters = ({ of }: MetersProps) => {
  const text = useText('settings')
  const query = useQuery(meterQuery)
  const percent = usePercent()
  return (
    <QueryView query={query}>
      {({ bound, meters }) => (
        <>
          {of === 'everybody' && (
            <Typography sx={{ my: 2 }}>
              {text('settings:guessing.text', { bound: percent(bound) })}
            </Typography>
          )}
          {meters
            .filter(({ policy }) => (policy === null) === (of === 'everybody'))
            .map(({ policy, authenticators }) => {
              const title = policy ?? text('settings:guessing.everybody')
              return (
                <Section key={title} title={title}>
                  <Meter label={title} bound={bound} rows={authenticators} />
                </Section>
              )
            })}
        </>
      )}
    </QueryView>
  )
}

/** The meter, what moves it (the bound, and when authenticators lock), and each group policy's. */
export const GuessingTab = () => (
  <>
    <Meters of="everybody" />
    <Stack spacing={2} sx={{ mb: 2 }}>
      <BoundForm />
      <LockoutsForm />
    </Stack>
    <Meters of="policies" />
  </>
)
