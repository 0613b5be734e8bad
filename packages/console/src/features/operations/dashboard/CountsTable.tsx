import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormats } from '../../../lib/dates.ts'
import { useAuditWords } from '../../../pickers/audit-words.ts'
import { Sideways } from '../../../ui/Sideways.tsx'
import { type Counts, outcomes } from './sign-in-buckets.ts'

const look = {
  width: '100%',
  maxWidth: 560,
  borderCollapse: 'collapse',
  fontSize: '0.8125rem',
  '& th, & td': { py: 0.625, px: 1, textAlign: 'right', borderBottom: 1, borderColor: 'divider' },
  '& th:first-of-type': { textAlign: 'left', fontWeight: 560 },
  '& thead th': { color: 'text.secondary', fontSize: '0.75rem', fontWeight: 560 },
} as const

interface CountsRow extends Counts {
  readonly key: string
  readonly name: ReactNode
  /** The address of the entries with an outcome. */
  readonly to: (outcome: string) => string
}

const Row = ({ row }: { readonly row: CountsRow }) => {
  const { number } = useFormats()
  return (
    <tr>
      <th scope="row">{row.name}</th>
      {outcomes.map(({ key, outcome }) => (
        <td key={key}>
          {row[key] === 0 ? number(0) : <Link to={row.to(outcome)}>{number(row[key])}</Link>}
        </td>
      ))}
    </tr>
  )
}

interface CountsTableProps {
  readonly label: string
  /** Over the names. */
  readonly heading: string
  readonly rows: readonly CountsRow[]
}

/** Sign-ins by outcome, as numbers; each leads to its entries. */
export const CountsTable = ({ label, heading, rows }: CountsTableProps) => {
  const words = useAuditWords()
  return (
    <Sideways label={label}>
      <Box component="table" sx={look}>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            {outcomes.map(({ outcome }) => (
              <th key={outcome} scope="col">
                {words.outcome(outcome)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.key} row={row} />
          ))}
        </tbody>
      </Box>
    </Sideways>
  )
}
