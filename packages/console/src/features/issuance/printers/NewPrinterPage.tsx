import type { NewPrinter } from '@signet/contract/issuance/printers'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { NewPrinterFields, NewPrinterForm, usePrinterLabels } from './printer-form.tsx'
import { printerPath, printersPath } from './printer-paths.ts'
import { usePrinterChanges } from './printers.queries.ts'

const empty: { value: z.input<typeof NewPrinter>; etag: null } = {
  value: { name: '', kind: 'IPP', uri: null, location: '', description: '' },
  etag: null,
}

/** Adds a printer, which has to answer. */
const NewPrinterPage = () => {
  const text = useText('issuancePortal')
  const navigate = useNavigate()
  const made = useRef('')
  const labels = usePrinterLabels()
  const { create } = usePrinterChanges()
  const save = async (body: z.output<typeof NewPrinter>): Promise<void> => {
    const uri = body.kind === 'IPP' ? body.uri : null
    const { id, name } = await create.mutateAsync({ ...body, uri })
    showMessage(text('issuancePortal:printers.added', { name }))
    made.current = id
  }
  return (
    <>
      <PageHeader title={text('common:pages.addPrinter')} />
      <Section
        title={text('issuancePortal:printers.general')}
        description={text('issuancePortal:printers.addText')}
      >
        <EntityForm
          schema={NewPrinterForm}
          initial={empty}
          labels={labels}
          save={save}
          saveLabel={text('issuancePortal:printers.add')}
          onCancel={() => void navigate(printersPath)}
          onSaved={() => void navigate(printerPath(made.current))}
        >
          <NewPrinterFields />
        </EntityForm>
      </Section>
    </>
  )
}

export default NewPrinterPage
