import type { NewPrinter } from '@signet/contract/issuance/printers'
import type { z } from 'zod'
import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import { NewPrinterFields, NewPrinterForm, usePrinterLabels } from './printer-form.tsx'
import { printerPath, printersPath } from './printer-paths.ts'
import { printers } from './printers.queries.ts'

const empty: z.input<typeof NewPrinter> = {
  name: '',
  kind: 'IPP',
  uri: null,
  location: '',
  description: '',
}

/** A simulated printer has no address. */
const create = (body: z.output<typeof NewPrinter>) =>
  printers.create({ ...body, uri: body.kind === 'IPP' ? body.uri : null })

/** Adds a printer, which has to answer. */
const NewPrinterPage = () => {
  const text = useText('issuancePortal')
  const labels = usePrinterLabels()
  return (
    <FormPage title={text('common:pages.addPrinter')}>
      <Section
        title={text('issuancePortal:printers.general')}
        description={text('issuancePortal:printers.addText')}
      >
        <NewForm
          entity={{ ...printers, create }}
          schema={NewPrinterForm}
          initial={empty}
          labels={labels}
          saveLabel={text('issuancePortal:printers.add')}
          made={({ name }) => text('issuancePortal:printers.added', { name })}
          pathOf={({ id }) => printerPath(id)}
          listPath={printersPath}
        >
          <NewPrinterFields />
        </NewForm>
      </Section>
    </FormPage>
  )
}

export default NewPrinterPage
