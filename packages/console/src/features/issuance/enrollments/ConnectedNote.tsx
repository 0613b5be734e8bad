import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'

interface NoteProps {
  readonly name: string
  readonly value: string
  /** What a database says; empty where it says nothing. */
  readonly said: string
  readonly onTake: () => void
}

const isPicture = (value: string): boolean => value.startsWith('data:')

/** Where a record says something else than the database that its field is connected with. */
export const ConnectedNote = ({ name, value, said, onTake }: NoteProps) => {
  const text = useText('issuancePortal')
  if (said === '' || said === value) return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 0.5 }}>
      <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {isPicture(said)
          ? text('issuancePortal:databases.saysPicture')
          : text('issuancePortal:databases.says', { value: said })}
      </Typography>
      <Button kind="plain" onClick={onTake}>
        {text('issuancePortal:databases.take', { name })}
      </Button>
    </Box>
  )
}
