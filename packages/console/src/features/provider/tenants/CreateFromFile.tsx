import UploadFile from '@mui/icons-material/UploadFileOutlined'
import { useText } from '../../../lib/i18n.ts'
import { isShown, useSession } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'

/** The screen of the bulk operation, as far as it decides who sees it. */
const bulkScreen = {
  needs: ['TENANTS', 'ADD'],
  conditions: ['notHiddenFeatureG', 'notFleetOnly'],
} as const

/** Leads to the bulk operation that creates tenants, where its screen is shown. */
export const CreateFromFile = () => {
  const text = useText('serviceProvider')
  if (!isShown(bulkScreen, useSession().facts)) return null
  return (
    <Button icon={<UploadFile />} to="/bulkoperations/add/create/tenants">
      {text('serviceProvider:tenants.createFromFile')}
    </Button>
  )
}
