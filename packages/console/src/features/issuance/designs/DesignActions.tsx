import Copy from '@mui/icons-material/ContentCopyOutlined'
import Download from '@mui/icons-material/FileDownloadOutlined'
import { useDeletion } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { copyPath, designsPath } from './design-paths.ts'
import { type DesignDetail, exportDesign, useDesignChanges } from './designs.queries.ts'

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
  const { remove } = useDesignChanges()
  const may = useMay()
  const { id, name } = design
  const { action, dialog } = useDeletion({
    name,
    listPath: designsPath,
    onDelete: () => remove.mutateAsync(id),
    texts: {
      title: text('issuancePortal:designs.deletes.title'),
      action: text('issuancePortal:designs.deletes.action'),
      text: text('issuancePortal:designs.deletes.text'),
      done: text('issuancePortal:designs.deletes.done', { name }),
    },
  })
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
      <ActionMenu
        actions={may(['CREDENTIALDESIGNS', 'REMOVE']) ? [file, action] : [file]}
        label={text('common:list.rowActions', { name })}
      />
      {dialog}
    </>
  )
}
