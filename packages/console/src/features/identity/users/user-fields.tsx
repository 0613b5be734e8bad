import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { FormSelect, FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { type FieldName, useFieldLabels, useLanguages } from './user-forms.ts'

type Fields = Record<FieldName, unknown>

const pair = { display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }
const Pair = ({ children }: { readonly children: ReactNode }) => <Box sx={pair}>{children}</Box>

interface PartProps {
  readonly isDisabled?: boolean
  /** What an emptied field holds. */
  readonly whenEmpty: null | ''
}

/** First and last name; browsers must not fill in the administrator's own. */
export const NameFields = (props: PartProps) => {
  const { label } = useFieldLabels()
  return (
    <Pair>
      <FormText<Fields> name="firstName" label={label('firstName')} maxLength={128} {...props} />
      <FormText<Fields> name="lastName" label={label('lastName')} maxLength={128} {...props} />
    </Pair>
  )
}

export const MailField = (props: PartProps) => {
  const { label } = useFieldLabels()
  return <FormText<Fields> name="email" label={label('email')} type="email" {...props} />
}

export const MobileField = (props: PartProps) => {
  const text = useText('members')
  const { label } = useFieldLabels()
  return (
    <FormText<Fields>
      name="mobile"
      label={label('mobile')}
      hint={text('members:users.hints.phone')}
      type="tel"
      {...props}
    />
  )
}

export const LanguageField = () => {
  const text = useText('members')
  const { label } = useFieldLabels()
  return (
    <FormSelect<Fields>
      name="locale"
      label={label('locale')}
      options={useLanguages()}
      placeholder={text('members:users.noLanguage')}
    />
  )
}

/** What other systems know the user by. */
export const ForeignFields = (props: PartProps) => {
  const { label } = useFieldLabels()
  return (
    <>
      <Pair>
        <FormText<Fields> name="externalId" label={label('externalId')} {...props} />
        <FormText<Fields> name="securityId" label={label('securityId')} {...props} />
      </Pair>
      <FormText<Fields> name="userPrincipalName" label={label('userPrincipalName')} {...props} />
    </>
  )
}

/** Mobile and landline. */
export const PhoneFields = (props: PartProps) => {
  const { label } = useFieldLabels()
  return (
    <Pair>
      <MobileField {...props} />
      <FormText<Fields> name="phone" label={label('phone')} type="tel" {...props} />
    </Pair>
  )
}

const flags = ['registrationRequired', 'verificationRequired', 'showNotification'] as const

/** What is asked of the user, or shown, at the next sign-in. */
export const FlagFields = ({ isDisabled }: { readonly isDisabled: boolean }) => {
  const { label } = useFieldLabels()
  return (
    <Box>
      {flags.map((name) => (
        <FormToggle<Fields> key={name} {...{ name, isDisabled }} label={label(name)} />
      ))}
    </Box>
  )
}
