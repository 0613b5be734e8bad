import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import {
  previewReport,
  type ReportPreview as Shown,
} from '@signet/contract/operations/saved-reports'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { QueryView } from '../../kit/QueryView.tsx'
import { call } from '../../lib/call.ts'
import { useDates } from '../../lib/dates.ts'
import { useText } from '../../lib/i18n.ts'
import { Section } from '../../ui/Page.tsx'
import { Sideways } from '../../ui/Sideways.tsx'
import type { Definition } from './definition-form.ts'
import { isTimeColumn, useCellText, useReportWords } from './report-words.ts'

const table = {
  borderCollapse: 'collapse',
  fontSize: '0.8125rem',
  minWidth: '100%',
  '& th, & td': {
    textAlign: 'start',
    verticalAlign: 'top',
    px: 1,
    py: 0.625,
    borderBottom: 1,
    borderColor: 'divider',
  },
  '& td': { minWidth: 80, maxWidth: 320, overflowWrap: 'anywhere' },
  '& th': { color: 'text.secondary', fontSize: '0.75rem', fontWeight: 560, whiteSpace: 'nowrap' },
} as const

const PreviewTable = ({ columns, rows }: z.output<typeof Shown>) => {
  const words = useReportWords()
  const cellText = useCellText()
  const { timeZone } = useDates()
  return (
    <Sideways label={words.preview}>
      <Box component="table" sx={table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {words.column(column)}
                {isTimeColumn(column) && ` (${timeZone})`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name and never move
            <tr key={row}>
              {columns.map((column, at) => (
                <td key={column}>{cellText(column, cells[at] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Sideways>
  )
}

/** The first rows of what a report would tell now. */
export const ReportPreview = ({ definition }: { readonly definition: Definition }) => {
  const text = useText('dashboard')
  const query = useQuery({
    queryKey: ['reports', 'preview', definition],
    queryFn: ({ signal }) => call(previewReport, { body: definition, signal }),
  })
  const { data } = query
  return (
    <Section
      title={text('dashboard:reports.preview.title')}
      description={
        data?.truncated === true
          ? text('dashboard:reports.preview.first', { count: data.rows.length })
          : text('dashboard:reports.preview.text')
      }
    >
      <QueryView query={query}>
        {(shown) =>
          shown.rows.length === 0 ? (
            <Typography variant="body2">{text('dashboard:reports.preview.empty')}</Typography>
          ) : (
            <PreviewTable {...shown} />
          )
        }
      </QueryView>
    </Section>
  )
}
