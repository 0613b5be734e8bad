import UploadFile from '@mui/icons-material/UploadFileOutlined'
import { useState } from 'react'
import { useParams } from 'react-router'
import { TabbedPage } from '../../../kit/TabbedPage.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ImportTokensDialog } from './ImportTokensDialog.tsx'
import { AssignedTokens, UnassignedTokens } from './TokenLists.tsx'

const assignedTokens = () => <AssignedTokens />
const unassignedTokens = () => <UnassignedTokens />

/** Hardware tokens: those people have, and those in stock. */
const TokensPage = () => {
  const text = useText('resource')
  const mayAdd = useMay()(['TOKENS', 'ADD'])
  const [isImporting, setIsImporting] = useState(false)
  const add = mayAdd && (
    <Button kind="primary" icon={<UploadFile />} onClick={() => setIsImporting(true)}>
      {text('resource:tokens.import.open')}
    </Button>
  )
  return (
    <>
      <TabbedPage
        title={text('common:pages.tokens')}
        base="/tokens"
        tab={useParams().tab}
        actions={add}
        tabs={[
          {
            key: 'assigned',
            label: text('resource:tokens.assigned'),
            content: assignedTokens,
          },
          {
            key: 'unassigned',
            label: text('resource:tokens.unassigned'),
            content: unassignedTokens,
          },
        ]}
      />
      {isImporting && <ImportTokensDialog onClose={() => setIsImporting(false)} />}
    </>
  )
}

export default TokensPage
