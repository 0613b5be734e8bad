import UploadFile from '@mui/icons-material/UploadFileOutlined'
import { useText } from '../../../lib/i18n.ts'
import { isShown, useSession } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'

/** The screen of the import, as far as it decides who sees it. */
const importScreen = {
  needs: ['BULKSMARTCARDS', 'ADD'],
  conditions: ['notHiddenFeatureG'],
} as const

/** Leads to the import, where its screen is shown. */
export const ImportCards = () => {
  const text = useText('issuancePortal')
  if (!isShown(importScreen, useSession().facts)) return null
  return (
    <Button kind="primary" icon={<UploadFile />} to="/bulkoperations/add/import/smartcards">
      {text('issuancePortal:cardStock.import')}
    </Button>
  )
}
