import Box from '@mui/material/Box'
import { useText } from '../../../lib/i18n.ts'
import { CopyText } from '../../../ui/CopyText.tsx'
import { QrCode } from '../../../ui/QrCode.tsx'

/** Groups of four are read and typed without losing the place. */
const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

interface AppPictureProps {
  readonly uri: string
  readonly secret: string
}

/** The secret for an app: as a picture, and to be typed. */
export const AppPicture = ({ uri, secret }: AppPictureProps) => {
  const text = useText('userPortal')
  return (
    <Box>
      <QrCode value={uri} label={text('userPortal:authenticators.app.picture')} />
      <Box component="details" sx={{ mt: 1, fontSize: '0.8125rem', maxWidth: 260 }}>
        <Box component="summary" sx={{ cursor: 'pointer' }}>
          {text('userPortal:authenticators.app.byHand')}
        </Box>
        <Box sx={{ '& code': { whiteSpace: 'normal' } }}>
          <CopyText text={grouped(secret)} label={text('userPortal:authenticators.app.copyKey')} />
        </Box>
      </Box>
    </Box>
  )
}
