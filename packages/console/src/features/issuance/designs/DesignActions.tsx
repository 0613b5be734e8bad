import Copy from '@mui/icons-material/ContentCopyOutlined'
import Download from '@mui/icons-material/FileDownloadOutlined'
import { DeletionMenu } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { copyPath, designsPath } from './design-paths.ts'
import { type DesignDetail, designs, exportDesign } from './designs.queries.ts'

const download = async (id: string): Promise<void> => {
  const { fileName, bundle } = await exportDesign(id)
  const url = URL.createObjectURL(new Blob([bundle], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}

/** What can be done with a saved design beside changing it. */
export const DesignActions = ({ design }: { readonly design: DesignDetail }) => {
  const text = useText('issuancePortal')
  const may = useMay()
  const { id, name } = design
  const file = {
    label: text('issuancePortal:designs.export'),
    icon: <Download fontSize="small" />,
    onSelect: () => void download(id),
  }
  return (
    <>
      {may(['CREDENTIALDESIGNS', 'ADD']) && (
        <Button icon={<Copy />} to={copyPath(id)}>
          {text('issuancePortal:designs.copy')}
        </Button>
      )}
      <DeletionMenu
        entity={designs}
        id={id}
        name={name}
        typed={name}
        needs={['CREDENTIALDESIGNS', 'REMOVE']}
        actions={[file]}
        texts={{
          title: text('issuancePortal:designs.deletes.title'),
          action: text('issuancePortal:designs.deletes.action'),
          text: text('issuancePortal:designs.deletes.text'),
          done: text('issuancePortal:designs.deletes.done', { name }),
        }}
        listPath={designsPath}
      />
    </>
  )
}
