import { useSay } from '../texts/language.tsx'
import { Field } from '../ui/Field.tsx'

export const looksLikeMail = (text: string): boolean => /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(text)

interface NameFieldsProps {
  readonly values: { readonly firstName: string; readonly lastName: string }
  readonly set: (name: 'firstName' | 'lastName') => (value: string) => void
}

/** First and last name, both optional. */
export const NameFields = ({ values, set }: NameFieldsProps) => {
  const say = useSay()
  const optional = (label: string): string => say('setup.optional', { label })
  return (
    <div className="pair">
      <Field
        label={optional(say('setup.firstName'))}
        value={values.firstName}
        onValue={set('firstName')}
        autoComplete="given-name"
        maxLength={128}
      />
      <Field
        label={optional(say('setup.lastName'))}
        value={values.lastName}
        onValue={set('lastName')}
        autoComplete="family-name"
        maxLength={128}
      />
    </div>
  )
}
