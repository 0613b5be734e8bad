import { PrinterSettings } from '@signet/contract/issuance/printer-dashboard'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { FormNumber } from '../../../kit/form-fields.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Page.tsx'
import { CopySettingsDialog } from './CopySettingsDialog.tsx'
import { readSettings, type Settings, settingsQuery, useCare } from './fleet.queries.ts'
import { useMayChange } from './use-may-change.ts'

const Care = PrinterSettings.pick({ cleaningAfter: true, lowLevel: true })
type CareFields = z.input<typeof Care>

const versionOf = ({ value: { cleaningAfter, lowLevel }, etag }: Tagged<Settings>) => ({
  value: { cleaningAfter, lowLevel },
  etag,
})

interface PrinterProps {
  readonly printer: { readonly id: string; readonly name: string }
}

interface EditorProps extends PrinterProps {
  readonly read: Tagged<Settings>
}

const Editor = ({ printer: { id, name }, read }: EditorProps) => {
  const text = useText('issuancePortal')
  const mayChange = useMayChange()
  const { settings } = useCare()
  /** What goes along unchanged: after a conflict, as somebody else left it. */
  const current = useRef(read.value)
  const labels = {
    cleaningAfter: text('issuancePortal:fleet.cleaningAfter'),
    lowLevel: text('issuancePortal:fleet.lowLevel'),
  }
  const save = async (body: z.output<typeof Care>, etag: string | null): Promise<void> => {
    await settings.mutateAsync({ id, settings: { ...current.current, ...body }, etag })
    showMessage(text('issuancePortal:printers.saved', { name }))
  }
  const reload = async () => {
    const theirs = await readSettings(id)
    current.current = theirs.value
    return versionOf(theirs)
  }
  return (
    <EntityForm
      schema={Care}
      initial={versionOf(read)}
      labels={labels}
      isReadOnly={!mayChange('EDIT')}
      reload={reload}
      save={save}
      onSaved={() => undefined}
    >
      <FormNumber<CareFields> name="cleaningAfter" label={labels.cleaningAfter} />
      <FormNumber<CareFields> name="lowLevel" label={labels.lowLevel} />
    </EntityForm>
  )
}

/** When a printer is to be cleaned and its supplies are low; with the copy of all its settings. */
export const CareSettings = ({ printer }: PrinterProps) => {
  const text = useText('issuancePortal')
  const mayChange = useMayChange()
  const [isCopying, setIsCopying] = useState(false)
  const query = useQuery(settingsQuery(printer.id))
  const copy = mayChange('EDIT') && (
    <Button onClick={() => setIsCopying(true)}>{text('issuancePortal:fleet.copy')}</Button>
  )
  return (
    <Section
      title={text('issuancePortal:fleet.settings')}
      description={text('issuancePortal:fleet.settingsText')}
      actions={copy}
    >
      <QueryView query={query}>
        {(read) => <Editor key={read.etag} printer={printer} read={read} />}
      </QueryView>
      {isCopying && query.data !== undefined && (
        <CopySettingsDialog
          printer={printer}
          settings={query.data.value}
          onClose={() => setIsCopying(false)}
        />
      )}
    </Section>
  )
}
