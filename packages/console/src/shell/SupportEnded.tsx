import LogoutIcon from '@mui/icons-material/LogoutOutlined'
import { useText } from '../lib/i18n.ts'
import { CentredState } from '../ui/States.tsx'
import { FullPageNotice } from './FullPageNotice.tsx'

/** For a provider: its access is over, and it has no sign-in page here to go to. */
export const SupportEnded = ({ isLeft }: { readonly isLeft: boolean }) => {
  const text = useText('serviceProvider')
  return (
    <FullPageNotice>
      <CentredState
        role="status"
        icon={<LogoutIcon />}
        title={
          isLeft
            ? text('serviceProvider:supportEntry.left')
            : text('serviceProvider:supportEntry.ended')
        }
      >
        {text('serviceProvider:supportEntry.endedHint')}
      </CentredState>
    </FullPageNotice>
  )
}
