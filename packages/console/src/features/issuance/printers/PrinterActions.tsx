import { useDeletion } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { printersPath } from './printer-paths.ts'
import { type Printer, printers } from './printers.queries.ts'
import { useMayChange } from './use-may-change.ts'

/** What can be done with a printer beside changing it. */
export const PrinterActions = ({ printer }: { readonly printer: Printer }) => {
  const text = useText('issuancePortal')
  const mayChange = useMayChange()
  const { id, name } = printer
  const { action, dialog } = useDeletion({
    entity: printers,
    id,
    typed: name,
    listPath: printersPath,
    texts: {
      title: text('issuancePortal:printers.deletes.title'),
      action: text('issuancePortal:printers.deletes.action'),
      text: text('issuancePortal:printers.deletes.text'),
      done: text('issuancePortal:printers.deletes.done', { name }),
    },
  })
  if (!mayChange('REMOVE')) return null
  return (
    <>
      <ActionMenu actions={[action]} label={text('common:list.rowActions', { name })} />
      {dialog}
    </>
  )
}
