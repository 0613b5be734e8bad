import LockIcon from '@mui/icons-material/LockOutlined'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { CentredState } from '../../ui/States.tsx'

interface ProofMissingProps {
  readonly onRetry: () => void
}

/** In the place of what needs a fresh proof, after the person turned away from giving one. */
export const ProofMissing = ({ onRetry }: ProofMissingProps) => {
  const text = useText('authenticators')
  return (
    <CentredState
      icon={<LockIcon />}
      title={text('authenticators:proof.title')}
      actions={<Button onClick={onRetry}>{text('authenticators:proof.prove')}</Button>}
    >
      {text('authenticators:proof.text')}
    </CentredState>
  )
}
