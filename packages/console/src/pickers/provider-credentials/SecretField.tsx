import { type FieldPath, type FieldValues, useWatch } from 'react-hook-form'
import { FormText } from '../../kit/form-fields.tsx'
import { useFormats } from '../../lib/dates.ts'
import { useText } from '../../lib/i18n.ts'

interface SecretFieldProps<T extends FieldValues> {
  readonly name: FieldPath<T>
  readonly label: string
  readonly hint?: string
  /** For keys of several lines. */
  readonly rows?: number
}

/** When each secret was set, as answers say it. */
type SecretsSet = readonly { readonly name: string; readonly setAt: string }[]

interface WithSecrets {
  readonly secretsSet: SecretsSet
}

/** A secret that is written and never read: it says whether one is set, and since when. */
export const SecretField = <T extends FieldValues>(props: SecretFieldProps<T>) => {
  const { name, label, hint, rows } = props
  const text = useText('serviceProvider')
  const { date } = useFormats()
  const set = useWatch<WithSecrets, 'secretsSet'>({ name: 'secretsSet' })
  const setAt = set.find((each) => each.name === name)?.setAt
  const state =
    setAt === undefined
      ? text('serviceProvider:credentials.notSet')
      : text('serviceProvider:credentials.setAt', { date: date(setAt) })
  const kind =
    rows === undefined ? { type: 'password' as const, autoComplete: 'new-password' } : { rows }
  return (
    <FormText<T>
      name={name}
      label={label}
      hint={[hint, state].filter((part) => part !== undefined).join(' ')}
      maxLength={16_000}
      {...kind}
    />
  )
}
