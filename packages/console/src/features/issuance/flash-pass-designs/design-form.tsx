import { passWallets } from '@signet/rules/flash-passes'
import { barcodeFormats } from '@signet/rules/issuance'
import { ChoicesField } from '../../../kit/ChoicesField.tsx'
import { FormNumber, FormSelect, FormText } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { ColourFields } from './ColourFields.tsx'
import { LogoField } from './LogoField.tsx'
import { PassFieldRows } from './PassFieldRows.tsx'
import type { Fields } from './pass-design-form.ts'
import { useWalletName } from './wallet-name.ts'

const labelled = [
  'name',
  'description',
  'wallets',
  'title',
  'backgroundColour',
  'textColour',
  'labelColour',
  'logo',
  'fields',
  'barcodeFormat',
  'barcodeValue',
  'photoField',
  'validDays',
] as const

/** The names of fields as people see them, for the summary of faults. */
export const usePassDesignLabels = (): Readonly<Record<string, string>> => {
  const text = useText('issuancePortal')
  return {
    ...Object.fromEntries(labelled.map((key) => [key, text(`issuancePortal:flashPasses.${key}`)])),
    workflowId: text('issuancePortal:flashPasses.people'),
  }
}

const BarcodeFields = () => {
  const text = useText('issuancePortal')
  return (
    <>
      <FormSelect<Fields>
        name="barcodeFormat"
        label={text('issuancePortal:flashPasses.barcodeFormat')}
        options={Object.keys(barcodeFormats).map((value) => ({
          value,
          label: value === 'None' ? text('issuancePortal:flashPasses.barcodeNone') : value,
        }))}
      />
      <FormText<Fields>
        name="barcodeValue"
        label={text('issuancePortal:flashPasses.barcodeValue')}
        maxLength={500}
      />
    </>
  )
}

const HeadFields = () => {
  const text = useText('issuancePortal')
  const walletName = useWalletName()
  return (
    <>
      <FormText<Fields>
        name="name"
        label={text('issuancePortal:flashPasses.name')}
        maxLength={100}
        isRequired
      />
      <FormText<Fields>
        name="description"
        label={text('issuancePortal:flashPasses.description')}
        maxLength={500}
        whenEmpty={null}
      />
      <ChoicesField<Fields>
        name="wallets"
        label={text('issuancePortal:flashPasses.wallets')}
        options={passWallets.map((value) => ({ value, label: walletName(value) }))}
      />
      <FormText<Fields>
        name="title"
        label={text('issuancePortal:flashPasses.title')}
        hint={text('issuancePortal:flashPasses.titleHint')}
        maxLength={40}
        isRequired
      />
    </>
  )
}

/** Everything that a design says, from its name to its end. */
export const DesignFields = () => {
  const text = useText('issuancePortal')
  return (
    <>
      <HeadFields />
      <ColourFields />
      <LogoField />
      <PassFieldRows />
      <BarcodeFields />
      <FormText<Fields>
        name="photoField"
        label={text('issuancePortal:flashPasses.photoField')}
        hint={text('issuancePortal:flashPasses.noPhotoHint')}
        maxLength={60}
        whenEmpty={null}
      />
      <FormNumber<Fields>
        name="validDays"
        label={text('issuancePortal:flashPasses.validDays')}
        hint={text('issuancePortal:flashPasses.validDaysHint')}
      />
    </>
  )
}
