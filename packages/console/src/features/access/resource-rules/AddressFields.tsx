import { addressInLine } from '@signet/rules/host-of'
import { useQuery } from '@tanstack/react-query'
import { ChoicesField } from '../../../kit/ChoicesField.tsx'
import { FormLines } from '../../../kit/FormLines.tsx'
import { useText } from '../../../lib/i18n.ts'
import { allQuery } from '../../../pickers/definitions/definitions.ts'
import { ipListKind } from '../../../pickers/definitions/ip-list-kind.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { ModeField } from './ModeField.tsx'
import type { TypedRule } from './rule-form.ts'

/** Where somebody signs in from, by address. */
export const AddressFields = ({ at }: { readonly at: number }) => {
  const text = useText('resource')
  const { data: lists = [] } = useQuery({
    ...allQuery(ipListKind.definitions),
    enabled: useMay()(['SETTINGS', 'VIEW']),
  })
  return (
    <>
      <ModeField at={at} />
      {lists.length > 0 && (
        <ChoicesField<TypedRule>
          name={`factors.${at}.listIds`}
          label={text('resource:rules.addresses.lists')}
          options={lists.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <FormLines<TypedRule>
        name={`factors.${at}.addresses`}
        label={text('resource:ipLists.addresses')}
        hint={text('resource:ipLists.addressesHint')}
        rows={3}
        reads={addressInLine}
      />
    </>
  )
}
