import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useText } from '../../../lib/i18n.ts'
import type { Difference } from './audit-differences.ts'

const table = {
  width: '100%',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  fontSize: '0.8125rem',
  mt: 0.5,
  '& th, & td': {
    textAlign: 'left',
    verticalAlign: 'top',
    py: 0.75,
    px: 1,
    borderBottom: 1,
    borderColor: 'divider',
    overflowWrap: 'anywhere',
  },
  '& thead th': { color: 'text.secondary', fontSize: '0.75rem', fontWeight: 560 },
  '& tbody th': { fontWeight: 560 },
  '& del': { textDecoration: 'none', bgcolor: 'soft.error', px: 0.5, borderRadius: 0.5 },
  '& ins': { textDecoration: 'none', bgcolor: 'soft.success', px: 0.5, borderRadius: 0.5 },
} as const

/** The fields that changed, as they were and as they are. */
export const ChangesTable = ({ differences }: { differences: readonly Difference[] }) => {
  const text = useText('dashboard')
  const changed = differences.filter(({ isChanged }) => isChanged)
  const unchanged = differences.length - changed.length
  return (
    <Box component="section">
      <Typography component="h3" variant="h3">
        {text('dashboard:audit.changes')}
      </Typography>
      {changed.length > 0 && (
        <Box component="table" sx={table}>
          <thead>
            <tr>
              <th scope="col">{text('dashboard:audit.columns.field')}</th>
              <th scope="col">{text('dashboard:audit.columns.valueBefore')}</th>
              <th scope="col">{text('dashboard:audit.columns.valueAfter')}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td>{before === null ? text('dashboard:audit.none') : <del>{before}</del>}</td>
                <td>{after === null ? text('dashboard:audit.none') : <ins>{after}</ins>}</td>
              </tr>
            ))}
          </tbody>
        </Box>
      )}
      {unchanged > 0 && (
        <Typography variant="caption" component="p" sx={{ mt: 0.5, color: 'text.secondary' }}>
          {text('dashboard:audit.unchanged', { count: unchanged })}
        </Typography>
      )}
    </Box>
  )
}
