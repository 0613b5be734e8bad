import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Sideways } from '../../../ui/Sideways.tsx'

const look = { '& th, & td': { px: { xs: 0.5, sm: 1 }, py: 0.75, fontSize: '0.8125rem' } } as const

interface FieldTableRow {
  readonly key: string
  /** The first is the heading of the row. */
  readonly cells: readonly ReactNode[]
}

interface FieldTableProps {
  readonly label: string
  readonly columns: readonly string[]
  readonly rows: readonly FieldTableRow[]
}

/** A short table of texts, read row by row. */
export const FieldTable = ({ label, columns, rows }: FieldTableProps) => (
  <Sideways label={label}>
    <Table sx={look} aria-label={label}>
      <TableHead>
        <TableRow>
          {columns.map((column) => (
            <TableCell key={column} component="th" scope="col">
              {column}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ key, cells: [first, ...cells] }) => (
          <TableRow key={key}>
            <TableCell component="th" scope="row">
              {first}
            </TableCell>
            {cells.map((cell, at) => (
              <TableCell key={columns[at + 1]}>{cell}</TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </Sideways>
)

interface MoreProps {
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
}

/** Reads the next tenants, where there are more. */
export const MoreButton = ({ query }: MoreProps) => {
  const text = useText('serviceProvider')
  if (!query.hasNextPage) return null
  return (
    <Button isPending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {text('serviceProvider:settingsTemplates.more')}
    </Button>
  )
}
