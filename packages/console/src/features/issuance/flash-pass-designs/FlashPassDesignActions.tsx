import Phone from '@mui/icons-material/PhoneIphoneOutlined'
import { useDeletion } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { type PassDesign, usePassDesignChanges } from './flash-pass-designs.queries.ts'
import { passDesignsPath } from './flash-pass-paths.ts'
import { SampleDialog } from './SampleDialog.tsx'
import { useSamples } from './use-samples.ts'

/** What can be done with a saved design beside changing it. */
export const FlashPassDesignActions = ({ design }: { readonly design: PassDesign }) => {
  const text = useText('issuancePortal')
  const { remove } = usePassDesignChanges()
  const may = useMay()
  const { id, name, wallets } = design
  const samples = useSamples(id)
  const { action, dialog } = useDeletion({
    name,
    listPath: passDesignsPath,
    onDelete: () => remove.mutateAsync(id),
    texts: {
      title: text('issuancePortal:flashPasses.deletes.title'),
      action: text('issuancePortal:flashPasses.deletes.action'),
      text: text('issuancePortal:flashPasses.deletes.text'),
      done: text('issuancePortal:flashPasses.deletes.done', { name }),
    },
  })
  const trials = wallets.map((wallet) => ({
    label: text(`issuancePortal:flashPasses.samples.${wallet}`),
    icon: <Phone fontSize="small" />,
    onSelect: () => void samples.send(wallet),
  }))
  return (
    <>
      <ActionMenu
        actions={may(['CREDENTIALDESIGNS', 'REMOVE']) ? [...trials, action] : trials}
        label={text('common:list.rowActions', { name })}
      />
      {dialog}
      {samples.uri !== null && <SampleDialog uri={samples.uri} onClose={samples.close} />}
    </>
  )
}
