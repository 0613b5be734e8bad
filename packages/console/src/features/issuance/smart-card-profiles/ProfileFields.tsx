import Stack from '@mui/material/Stack'
import { type CardKeyName, type CardType, cardTypeFacts } from '@signet/card/chip/card-types'
import { FieldGroup } from '../../../kit/FieldGroup.tsx'
import { FormNumber, FormText } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { LayoutFields } from './LayoutFields.tsx'
import type { TypedProfile } from './profile-form.ts'
import type { Profile } from './profiles.queries.ts'

const fields = [
  'name',
  'description',
  'facilityCode',
  'issueLevel',
  'block',
  'bits',
  'fields',
  'parity',
  'keys',
] as const

/** The names of fields as people see them, for the summary of faults. */
export const useProfileLabels = (): Readonly<Record<string, string>> => {
  const text = useText('issuancePortal')
  return Object.fromEntries(fields.map((name) => [name, text(`issuancePortal:smartCards.${name}`)]))
}

interface KeysProps {
  readonly cardType: CardType
  /** Which keys there are already. */
  readonly kept: Profile['keys'] | null
}

const KeyFields = ({ cardType, kept }: KeysProps) => {
  const text = useText('issuancePortal')
  const { keys, keyBytes } = cardTypeFacts[cardType]
  if (keys.length === 0) return null
  const hint = text('issuancePortal:smartCards.keysHint', { digits: keyBytes * 2 })
  const hintOf = (name: CardKeyName): string =>
    kept?.[name] === true
      ? text('issuancePortal:smartCards.keyKept')
      : text(`issuancePortal:smartCards.keyHints.${name}`)
  return (
    <FieldGroup label={text('issuancePortal:smartCards.keys')} hint={hint}>
      {() => (
        <Stack spacing={1.5}>
          {keys.map((name) => (
            <FormText<TypedProfile>
              key={name}
              name={`keys.${name}`}
              type="password"
              autoComplete="new-password"
              label={text(`issuancePortal:smartCards.keyNames.${name}`)}
              hint={hintOf(name)}
              isRequired={name !== 'transport' && kept?.[name] !== true}
              maxLength={40}
            />
          ))}
        </Stack>
      )}
    </FieldGroup>
  )
}

/** What a profile says, of one type of card. */
export const ProfileFields = (props: KeysProps) => {
  const text = useText('issuancePortal')
  const { blocks } = cardTypeFacts[props.cardType]
  return (
    <>
      <FormText<TypedProfile>
        name="name"
        label={text('issuancePortal:smartCards.name')}
        isRequired
        maxLength={100}
      />
      <FormText<TypedProfile>
        name="description"
        label={text('issuancePortal:smartCards.description')}
        maxLength={500}
        rows={2}
      />
      <LayoutFields />
      <FormNumber<TypedProfile>
        name="facilityCode"
        label={text('issuancePortal:smartCards.facilityCode')}
        hint={text('issuancePortal:smartCards.facilityCodeHint')}
      />
      <FormNumber<TypedProfile>
        name="issueLevel"
        label={text('issuancePortal:smartCards.issueLevel')}
        hint={text('issuancePortal:smartCards.issueLevelHint')}
      />
      {blocks.first !== blocks.last && (
        <FormNumber<TypedProfile>
          name="block"
          label={text('issuancePortal:smartCards.block')}
          hint={text('issuancePortal:smartCards.blockHint', blocks)}
        />
      )}
      <KeyFields {...props} />
    </>
  )
}
