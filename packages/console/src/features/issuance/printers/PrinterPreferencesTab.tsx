import { useQuery } from '@tanstack/react-query'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { Section } from '../../../ui/Page.tsx'
import { PreferenceFields, PreferencesForm, usePrinterLabels } from './printer-form.tsx'
import {
  type Preferences,
  type Printer,
  preferencesQuery,
  readPreferences,
  usePreferring,
} from './printers.queries.ts'
import { useMayChange } from './use-may-change.ts'

interface EditorProps {
  readonly printer: Printer
  readonly read: Tagged<Preferences>
}

const Editor = ({ printer, read }: EditorProps) => {
  const text = useText('issuancePortal')
  const mayChange = useMayChange()
  const prefer = usePreferring()
  const labels = usePrinterLabels()
  const { id, name, hoppers, kind } = printer
  const save = async (body: Preferences, etag: string | null): Promise<void> => {
    await prefer.mutateAsync({ id, body, etag })
    showMessage(text('issuancePortal:printers.saved', { name }))
  }
  return (
    <EntityForm
      key={read.etag}
      schema={PreferencesForm}
      initial={read}
      labels={labels}
      isReadOnly={!mayChange('EDIT')}
      reload={() => readPreferences(id)}
      save={save}
      onSaved={() => undefined}
    >
      <PreferenceFields hoppers={hoppers} isSimulated={kind === 'SIMULATED'} />
    </EntityForm>
  )
}

/** How cards come out of this printer. */
export const PrinterPreferencesTab = ({ printer }: { readonly printer: Printer }) => {
  const text = useText('issuancePortal')
  const query = useQuery(preferencesQuery(printer.id))
  return (
    <Section title={text('issuancePortal:printers.preferences')}>
      <QueryView query={query}>{(read) => <Editor printer={printer} read={read} />}</QueryView>
    </Section>
  )
}
