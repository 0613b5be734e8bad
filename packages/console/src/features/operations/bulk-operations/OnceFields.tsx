import Stack from '@mui/material/Stack'
import { type BulkKindName, bulkKindOf } from '@signet/rules/bulk'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { type Named, NamedPicker } from '../../../pickers/NamedPicker.tsx'
import { printerNamesQuery } from '../../../pickers/printing/printer-names.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { designsQuery } from './once.queries.ts'
import type { OnceProps, Told } from './once-props.ts'
import { MailFieldField, PassDesignField } from './PassFields.tsx'

const onceOf = (kind: BulkKindName) =>
  bulkKindOf(kind).columns.filter((column) => column.once === true)

/** Whether all is told that the kind asks before its file. */
export const isTold = (kind: BulkKindName, told: Told): boolean =>
  onceOf(kind).every(({ name, required }) => !required || (told[name] ?? '') !== '')

/** Without what belongs to the design before. */
const withDesign = (
  { passDesign: _pass, mailField: _field, ...told }: Told,
  design: string,
): Told => ({ ...told, design })

const DesignField = ({ told, onChange }: OnceProps) => {
  const text = useText('issuancePortal', 'bulkImport')
  const query = useQuery(designsQuery)
  return (
    <QueryView query={query}>
      {(designs) =>
        designs.length === 0 ? (
          <Notice severity="info">{text('bulkImport:operations.noDesigns')}</Notice>
        ) : (
          <SelectInput
            label={text('issuancePortal:enrollments.design')}
            isRequired
            placeholder={text('bulkImport:operations.choose')}
            options={designs.map(({ workflowId, name }) => ({ value: workflowId, label: name }))}
            value={told.design ?? ''}
            onChange={(design) => onChange(withDesign(told, design))}
          />
        )
      }
    </QueryView>
  )
}

/** Without the hopper: it was one of the printers before. */
const withPrinters = ({ hopper: _hopper, ...told }: Told, chosen: readonly Named[]): Told => ({
  ...told,
  printers: chosen.map(({ id }) => id).join(';'),
})

const PrintersField = ({ told, onChange }: OnceProps) => {
  const text = useText('issuancePortal', 'bulkImport')
  const query = useQuery(printerNamesQuery)
  const [chosen, setChosen] = useState<readonly Named[]>([])
  const choose = (printers: readonly Named[]): void => {
    setChosen(printers)
    onChange(withPrinters(told, printers))
  }
  return (
    <QueryView query={query}>
      {(printers) =>
        printers.length === 0 ? (
          <Notice severity="info">{text('issuancePortal:printing.noPrinters')}</Notice>
        ) : (
          <NamedPicker
            label={text('bulkImport:operations.column.printers')}
            hint={text('bulkImport:operations.printersHint')}
            isRequired
            subject="printers"
            find={async (search) =>
              printers.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
            }
            value={chosen}
            onChange={choose}
          />
        )
      }
    </QueryView>
  )
}

/** Those that every chosen printer has. */
const HopperField = ({ told, onChange }: OnceProps) => {
  const text = useText('issuancePortal')
  const { data: printers = [] } = useQuery(printerNamesQuery)
  const ids = (told.printers ?? '').split(';')
  const [first, ...others] = printers.filter(({ id }) => ids.includes(id))
  const shared = (first?.hoppers ?? []).filter((hopper) =>
    others.every(({ hoppers = [] }) => hoppers.includes(hopper)),
  )
  return (
    <SelectInput
      label={text('issuancePortal:printers.hopper')}
      placeholder={text('issuancePortal:printers.hopperAny')}
      options={shared.map((hopper) => ({ value: hopper, label: hopper }))}
      value={told.hopper ?? ''}
      onChange={(hopper) => onChange({ ...told, hopper })}
    />
  )
}

const fields: Readonly<Record<string, (props: OnceProps) => ReactElement | null>> = {
  design: DesignField,
  passDesign: PassDesignField,
  mailField: MailFieldField,
  printers: PrintersField,
  hopper: HopperField,
}

interface OnceFieldsProps extends OnceProps {
  readonly kind: BulkKindName
}

/** What holds for all rows, and is told before the file. */
export const OnceFields = ({ kind, ...props }: OnceFieldsProps) => {
  const once = onceOf(kind)
  if (once.length === 0) return null
  return (
    <Stack spacing={1.5} sx={{ mb: 2, maxWidth: 480 }}>
      {once.map(({ name }) => {
        const Field = fields[name]
        return Field === undefined ? null : <Field key={name} {...props} />
      })}
    </Stack>
  )
}
