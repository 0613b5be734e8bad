import Box from '@mui/material/Box'
import { useState } from 'react'
import { Link } from 'react-router'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useAuditWords } from '../../../pickers/audit-words.ts'
import { Button } from '../../../ui/Button.tsx'
import { Sideways } from '../../../ui/Sideways.tsx'
import { numbersTable } from './numbers-table.ts'
import { type Counts, outcomes } from './sign-in-buckets.ts'

export interface CountryRow extends Counts {
  readonly country: string
  readonly label: string
  readonly to: (outcome?: string) => string
}

const first = 10

const Row = ({ row }: { readonly row: CountryRow }) => {
  const { number } = useFormats()
  return (
    <tr>
      <th scope="row">
        <Link to={row.to()}>{row.label}</Link>
      </th>
      {outcomes.map(({ key, outcome }) => (
        <td key={key}>
          {row[key] === 0 ? number(0) : <Link to={row.to(outcome)}>{number(row[key])}</Link>}
        </td>
      ))}
    </tr>
  )
}

/** What the map draws, as numbers; each leads to its entries. */
export const CountryTable = ({ rows }: { readonly rows: readonly CountryRow[] }) => {
  const text = useText('dashboard')
  const words = useAuditWords()
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, first)
  return (
    <>
      <Sideways label={text('dashboard:overview.countries')}>
        <Box component="table" sx={numbersTable}>
          <thead>
            <tr>
              <th scope="col">{text('dashboard:overview.country')}</th>
              {outcomes.map(({ outcome }) => (
                <th key={outcome} scope="col">
                  {words.outcome(outcome)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row key={row.country} row={row} />
            ))}
          </tbody>
        </Box>
      </Sideways>
      {shown.length < rows.length && (
        <Button onClick={() => setIsWhole(true)}>
          {text('dashboard:overview.countriesAll', { count: rows.length })}
        </Button>
      )}
    </>
  )
}
