import { NewPrinter, PrinterChange, PrinterPreferences } from '@signet/contract/issuance/printers'
import { printerUriOf } from '@signet/rules/host-of'
import { printerKinds, printSides, simulatedFaults } from '@signet/rules/printers'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { optionsOf } from '../../../kit/fields.ts'
import { FormNumber, FormSelect, FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'

export { NewPrinter as NewPrinterForm, PrinterPreferences as PreferencesForm }
export const PrinterForm = PrinterChange.required()
type Fields = z.input<typeof NewPrinter>
type Preferences = z.input<typeof PrinterPreferences>

const fields = ['name', 'kind', 'uri', 'location', 'description'] as const
const preferences = ['hopper', 'sides', 'splitBlack', 'upsideDown', 'simulation'] as const

/** The names of fields as people see them, for the summary of faults. */
export const usePrinterLabels = (): Readonly<Record<string, string>> => {
  const text = useText('issuancePortal')
  return Object.fromEntries([
    ...fields.map((name) => [name, text(`issuancePortal:printers.${name}`)]),
    ...preferences.map((name) => [name, text(`issuancePortal:printers.${name}`)]),
  ])
}

/** What a printer is called, and where it stands; a simulated one has no address. */
export const PrinterFields = ({ kind }: { readonly kind: Fields['kind'] }) => {
  const text = useText('issuancePortal')
  return (
    <>
      <FormText<Fields>
        name="name"
        label={text('issuancePortal:printers.name')}
        isRequired
        maxLength={100}
      />
      {kind === 'IPP' && (
        <FormText<Fields>
          name="uri"
          label={text('issuancePortal:printers.uri')}
          hint={text('issuancePortal:printers.uriHint')}
          maxLength={300}
          whenEmpty={null}
          isRequired
          reads={printerUriOf}
        />
      )}
      <FormText<Fields>
        name="location"
        label={text('issuancePortal:printers.location')}
        maxLength={200}
      />
      <FormText<Fields>
        name="description"
        label={text('issuancePortal:printers.description')}
        maxLength={500}
        rows={2}
      />
    </>
  )
}

/** With the choice of what kind of printer it is. */
export const NewPrinterFields = () => {
  const text = useText('issuancePortal')
  const kind = useWatch<Fields, 'kind'>({ name: 'kind' })
  return (
    <>
      <FormSelect<Fields>
        name="kind"
        label={text('issuancePortal:printers.kind')}
        hint={text(`issuancePortal:printers.kindHints.${kind}`)}
        options={optionsOf(printerKinds, (value) => text(`issuancePortal:printers.kinds.${value}`))}
      />
      <PrinterFields kind={kind} />
    </>
  )
}

const SimulationFields = () => {
  const text = useText('issuancePortal')
  return (
    <>
      <FormSelect<Preferences>
        name="simulation.fault"
        label={text('issuancePortal:printers.fault')}
        hint={text('issuancePortal:printers.faultHint')}
        options={optionsOf(simulatedFaults, (value) =>
          text(`issuancePortal:printers.faults.${value}`),
        )}
      />
      <FormNumber<Preferences>
        name="simulation.secondsPerCard"
        label={text('issuancePortal:printers.secondsPerCard')}
      />
    </>
  )
}

interface PreferenceFieldsProps {
  readonly hoppers: readonly string[]
  readonly isSimulated: boolean
}

/** How cards come out. */
export const PreferenceFields = ({ hoppers, isSimulated }: PreferenceFieldsProps) => {
  const text = useText('issuancePortal')
  return (
    <>
      <FormSelect<Preferences>
        name="hopper"
        label={text('issuancePortal:printers.hopper')}
        placeholder={text('issuancePortal:printers.hopperAny')}
        options={hoppers.map((value) => ({ value, label: value }))}
      />
      <FormSelect<Preferences>
        name="sides"
        label={text('issuancePortal:printers.sides')}
        options={optionsOf(printSides, (value) => text(`issuancePortal:printers.sidesOf.${value}`))}
      />
      <FormToggle<Preferences>
        name="splitBlack"
        label={text('issuancePortal:printers.splitBlack')}
        hint={text('issuancePortal:printers.splitBlackHint')}
      />
      <FormToggle<Preferences>
        name="upsideDown"
        label={text('issuancePortal:printers.upsideDown')}
        hint={text('issuancePortal:printers.upsideDownHint')}
      />
      {isSimulated && <SimulationFields />}
    </>
  )
}
