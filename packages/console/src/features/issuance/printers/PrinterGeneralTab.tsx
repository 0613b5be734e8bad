import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'
import { EditForm } from '../../../kit/EditForm.tsx'
import { picked } from '../../../kit/fields.ts'
import type { Tagged } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useReasonWords } from '../../../pickers/printing/reason-words.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Supplies } from './PrinterState.tsx'
import { PrinterFields, PrinterForm, usePrinterLabels } from './printer-form.tsx'
import { type Printer, printers } from './printers.queries.ts'
import { useMayChange } from './use-may-change.ts'

interface TabProps {
  readonly read: Tagged<Printer>
}

const formOf = (row: Printer) => picked(row, ['name', 'location', 'description', 'uri'])

const Editor = ({ read }: TabProps) => {
  const text = useText('issuancePortal')
  const labels = usePrinterLabels()
  const { kind } = read.value
  return (
    <EditForm
      entity={printers}
      {...{ read, formOf }}
      schema={PrinterForm}
      labels={labels}
      saved={({ name }) => text('issuancePortal:printers.saved', { name })}
    >
      <PrinterFields kind={kind} />
    </EditForm>
  )
}

const Standing = ({ printer }: { readonly printer: Printer }) => {
  const text = useText('issuancePortal')
  const { date } = useFormats()
  const words = useReasonWords()
  const fact = (
    key: 'model' | 'firmware' | 'hoppers' | 'wants' | 'supplies' | 'lastSeen',
    value: ReactNode,
  ) => ({ label: text(`issuancePortal:printers.${key}`), value })
  return (
    <Facts
      facts={[
        fact('model', printer.makeAndModel),
        fact('firmware', printer.firmware),
        fact('hoppers', printer.hoppers.join(', ')),
        fact('wants', printer.statusReasons.map(words).join(', ')),
        fact('supplies', <Supplies supplies={printer.supplies} />),
        fact('lastSeen', printer.lastSeenAt === null ? '' : date(printer.lastSeenAt)),
      ]}
    />
  )
}

/** What the printer is, and how it stands. */
export const PrinterGeneralTab = ({ read }: TabProps) => {
  const text = useText('issuancePortal')
  const mayChange = useMayChange()
  const { kind, status, uri } = read.value
  return (
    <Stack spacing={2}>
      {kind === 'SIMULATED' && (
        <Notice severity="info">{text('issuancePortal:printers.simulatedText')}</Notice>
      )}
      {status === 'OFFLINE' && (
        <Notice severity="warning">{text('issuancePortal:printers.offlineText')}</Notice>
      )}
      <Section title={text('issuancePortal:printers.standing')}>
        <Standing printer={read.value} />
      </Section>
      <Section title={text('issuancePortal:printers.general')}>
        {mayChange('EDIT') ? (
          <Editor read={read} />
        ) : (
          <Facts
            facts={[
              { label: text('issuancePortal:printers.uri'), value: uri ?? '' },
              { label: text('issuancePortal:printers.location'), value: read.value.location },
            ]}
          />
        )}
      </Section>
    </Stack>
  )
}
