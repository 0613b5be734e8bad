import { useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { CountsTable } from './CountsTable.tsx'
import type { Counts } from './sign-in-buckets.ts'

export interface CountryRow extends Counts {
  readonly country: string
  readonly label: string
  readonly to: (outcome?: string) => string
}

const first = 10

/** What the map draws, as numbers; each leads to its entries. */
export const CountryTable = ({ rows }: { readonly rows: readonly CountryRow[] }) => {
  const text = useText('dashboard')
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, first)
  return (
    <>
      <CountsTable
        label={text('dashboard:overview.countries')}
        heading={text('dashboard:overview.country')}
        rows={shown.map((row) => ({
          ...row,
          key: row.country,
          name: <Link to={row.to()}>{row.label}</Link>,
        }))}
      />
      {shown.length < rows.length && (
        <Button onClick={() => setIsWhole(true)}>
          {text('dashboard:overview.countriesAll', { count: rows.length })}
        </Button>
      )}
    </>
  )
}
