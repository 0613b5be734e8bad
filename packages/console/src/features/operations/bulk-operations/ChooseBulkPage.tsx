import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type BulkKindName, bulkKindOf, bulkSubjects } from '@signet/rules/bulk'
import { useId } from 'react'
import { Link } from 'react-router'
import { ToolPage } from '../../../kit/frames.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
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
      <Typography component="h3" variant="h3">
        {text(`bulkImport:operations.kind.${kind}`)}
      </Typography>
      <Typography variant="body2" sx={{ mt: 0.25, color: 'text.secondary' }}>
        {text(`bulkImport:operations.kindText.${kind}`)}
      </Typography>
    </Paper>
  )
}

interface SubjectProps {
  readonly title: string
  readonly kinds: readonly BulkKindName[]
}

const Subject = ({ title, kinds }: SubjectProps) => {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} component="h2" variant="h2" sx={{ mb: 1.25 }}>
        {title}
      </Typography>
      <Box component="ul" sx={grid}>
        {kinds.map((kind) => (
          <li key={kind}>
            <KindCard kind={kind} />
          </li>
        ))}
      </Box>
    </Box>
  )
}

/** The kinds of bulk operation that can be begun, by what they are about. */
const ChooseBulkPage = () => {
  const text = useText('bulkImport')
  const may = useMay()
  const isOffered = (kind: BulkKindName): boolean => {
    const { entity, onlyFromLists } = bulkKindOf(kind)
    return onlyFromLists !== true && may([entity, 'ADD'])
  }
  const offered = bulkSubjects
    .map(({ subject, kinds }) => ({ subject, kinds: kinds.filter(isOffered) }))
    .filter(({ kinds }) => kinds.length > 0)
  return (
    <ToolPage
      title={text('common:pages.addBulkOperation')}
      detail={text('bulkImport:operations.chooseDetail')}
    >
      <Stack spacing={3}>
        {offered.map(({ subject, kinds }) => (
          <Subject
            key={subject}
            title={text(`bulkImport:operations.subject.${subject}`)}
            kinds={kinds}
          />
        ))}
      </Stack>
    </ToolPage>
  )
}

export default ChooseBulkPage
