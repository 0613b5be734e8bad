import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import type { BulkKindName } from '@signet/rules/bulk'
import { faultsOfRow } from '@signet/rules/faults'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryView } from '../../../kit/QueryView.tsx'
import { errorTextNow, keyedTextNow, useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Page.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { type Operation, type Rows, rowsQuery } from './bulk-operations.queries.ts'
import { useColumnLabels } from './column-labels.ts'

type Row = Rows['results'][number]

const table = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.8125rem',
  '& th, & td': {
    textAlign: 'start',
    px: 1,
    py: 0.75,
    borderBottom: '1px solid',
    borderColor: 'divider',
  },
  '& td': { overflowWrap: 'anywhere' },
} as const

/** What a row leaves open, with what is taken for it. */
const useAssumed = (kind: BulkKindName) => {
  const text = useText('bulkImport')
  const labels = new Map(useColumnLabels(kind).map((each) => [each.name, each]))
  return ({ assumed }: Row): string => {
    const parts = assumed.map(({ column, value }) => {
      const known = labels.get(column)
      const option = known?.options.find((each) => each.value === value)
      const told = { column: known?.label ?? column, value: option?.label ?? value }
      return text('bulkImport:operations.assumedPart', told)
    })
    if (parts.length === 0) return ''
    return text('bulkImport:operations.assumed', { parts: parts.join(', ') })
  }
}

const reasonOf = ({ errorCode, column, message }: Row): string => {
  if (errorCode === null) return ''
  // Nobody filled in a form: it is the value of a cell.
  const code = errorCode === 'invalid_parameters' ? 'bulk_value_unfit' : errorCode
  const told = errorTextNow(code, {}) ?? errorTextNow('general_error', {}) ?? ''
  const faults = faultsOfRow(errorCode, message).map(({ text, values }) =>
    keyedTextNow(text, values),
  )
  const what = faults.length === 0 ? message : faults.join(' ')
  const place = [column, what].filter((part) => part !== null).join(': ')
  return place === '' ? told : `${told} (${place})`
}

const heads = ['line', 'name', 'action', 'message'] as const

interface RowTableProps {
  readonly kind: BulkKindName
  readonly rows: readonly Row[]
  readonly format: string | null
}

const RowTable = ({ kind, rows, format }: RowTableProps) => {
  const text = useText('bulkImport', 'settings', 'issuancePortal')
  const assumedIn = useAssumed(kind)
  // Records of JSON are counted: they may all be on one line.
  const nameOf = (head: (typeof heads)[number]) =>
    head === 'line' && format === 'json' ? 'record' : head
  return (
    <Box component="table" sx={table}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {text(`bulkImport:operations.row.${nameOf(head)}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.line}>
            <td>{row.line}</td>
            <td>{row.name}</td>
            <td>{text(`bulkImport:operations.rowAction.${row.action}`)}</td>
            <td>{row.errorCode === null ? assumedIn(row) : reasonOf(row)}</td>
          </tr>
        ))}
      </tbody>
    </Box>
  )
}

const shown = 100

/** Which batch is read, and how much of it shows. */
const useWindow = () => {
  const [only, setOnly] = useState<'ALL' | 'ERROR'>('ALL')
  const [after, setAfter] = useState(0)
  const [count, setCount] = useState(shown)
  const begin = (from: number): void => {
    setAfter(from)
    setCount(shown)
  }
  return {
    only,
    after,
    count,
    choose: (value: string): void => {
      setOnly(value === 'ERROR' ? 'ERROR' : 'ALL')
      begin(0)
    },
    goOn: ({ results, nextAfter }: Rows): void => {
      if (results.length > count) setCount(count + shown)
      else begin(nextAfter ?? 0)
    },
  }
}

interface BatchProps {
  readonly kind: BulkKindName
  readonly format: string | null
  readonly page: Rows
  readonly count: number
  readonly onMore: () => void
}

const BatchRows = ({ kind, format, page, count, onMore }: BatchProps) => {
  const text = useText('bulkImport')
  const hasMore = page.results.length > count || page.nextAfter !== null
  return (
    <>
      {page.results.length === 0 ? (
        <Box>{text('bulkImport:operations.noRows')}</Box>
      ) : (
        <RowTable kind={kind} format={format} rows={page.results.slice(0, count)} />
      )}
      {hasMore && (
        <Box>
          <Button onClick={onMore}>{text('bulkImport:operations.more')}</Button>
        </Box>
      )}
    </>
  )
}

/** What became of the rows, or would: some hundreds at a time. */
export const ResultRows = ({ operation }: { readonly operation: Operation }) => {
  const text = useText('bulkImport')
  const { only, after, count, choose, goOn } = useWindow()
  const query = useQuery(rowsQuery(operation, { after, only }))
  const options = [
    { value: 'ALL', label: text('bulkImport:operations.allRows') },
    { value: 'ERROR', label: text('bulkImport:operations.onlyErrors') },
  ]
  return (
    <Section title={text('bulkImport:operations.rows')}>
      <QueryView query={query}>
        {(page) => (
          <Stack spacing={1.5}>
            <Box sx={{ maxWidth: 240 }}>
              <SelectInput
                label={text('bulkImport:operations.row.action')}
                value={only}
                onChange={choose}
                options={options}
              />
            </Box>
            <BatchRows
              kind={operation.kind}
              format={operation.format}
              page={page}
              count={count}
              onMore={() => goOn(page)}
            />
          </Stack>
        )}
      </QueryView>
    </Section>
  )
}
