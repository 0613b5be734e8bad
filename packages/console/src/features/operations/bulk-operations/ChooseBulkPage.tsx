import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { type BulkKindName, bulkKindNames, bulkKindOf } from '@signet/rules/bulk'
import { Link } from 'react-router'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { bulkPath } from './bulk-kinds.ts'

const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
  listStyle: 'none',
  p: 0,
  m: 0,
}

const card = {
  display: 'block',
  p: 2,
  height: '100%',
  boxSizing: 'border-box',
  textDecoration: 'none',
  color: 'text.primary',
  '&:hover': { borderColor: 'primary.main', bgcolor: 'surface.panel' },
} as const

const KindCard = ({ kind }: { readonly kind: BulkKindName }) => {
  const text = useText('bulkImport')
  return (
    <Paper variant="outlined" component={Link} to={bulkPath(kind)} sx={card}>
      <Typography component="h2" variant="h3">
        {text(`bulkImport:operations.kind.${kind}`)}
      </Typography>
      <Typography variant="body2" sx={{ mt: 0.25, color: 'text.secondary' }}>
        {text(`bulkImport:operations.kindText.${kind}`)}
      </Typography>
    </Paper>
  )
}

/** The kinds of bulk operation that can be begun. */
const ChooseBulkPage = () => {
  const text = useText('bulkImport')
  const may = useMay()
  return (
    <>
      <PageHeader
        title={text('common:pages.addBulkOperation')}
        detail={text('bulkImport:operations.chooseDetail')}
      />
      <Box component="ul" sx={grid}>
        {bulkKindNames
          .filter((kind) => {
            const { entity, onlyFromLists } = bulkKindOf(kind)
            return onlyFromLists !== true && may([entity, 'ADD'])
          })
          .map((kind) => (
            <li key={kind}>
              <KindCard kind={kind} />
            </li>
          ))}
      </Box>
    </>
  )
}

export default ChooseBulkPage
