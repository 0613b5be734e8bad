import { NewUser, UserChange } from '@signet/contract/identity/user'
import { locales } from '@signet/rules/locales'
import { z } from 'zod'
import { labelsOf } from '../../../kit/fields.ts'
import { useLocale, useText } from '../../../lib/i18n.ts'
import { type OwnAttribute, ownValuesOf } from '../../../pickers/OwnAttributeFields.tsx'
import type { UserDetail } from './user-types.ts'

const fields = [
  'email',
  'externalId',
  'firstName',
  'groups',
  'lastName',
  'locale',
  'mobile',
  'password',
  'passwordChangeRequired',
  'phone',
  'registrationRequired',
  'securityId',
  'showNotification',
  'userAliases',
  'userAttributeValues',
  'userId',
  'userPrincipalName',
  'verificationRequired',
] as const
export type FieldName = (typeof fields)[number]

const change = UserChange.required()

/** Other names to sign in with, one a line; empty lines are none. */
const Aliases = z
  .string()
  .transform((lines) =>
    lines
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  )
  .pipe(change.shape.userAliases)

export const UserForm = change
  .pick({
    userId: true,
    firstName: true,
    lastName: true,
    email: true,
    mobile: true,
    phone: true,
    locale: true,
    externalId: true,
    userPrincipalName: true,
    securityId: true,
    registrationRequired: true,
    verificationRequired: true,
    showNotification: true,
    userAttributeValues: true,
  })
  .extend({ userAliases: Aliases })

export const formOf = (
  user: UserDetail,
  attributes: readonly OwnAttribute[],
): z.input<typeof UserForm> => {
  const locale = UserForm.shape.locale.safeParse(user.locale)
  return {
    userId: user.userId,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    mobile: user.mobile,
    phone: user.phone,
    locale: locale.success ? locale.data : null,
    externalId: user.externalId,
    userPrincipalName: user.userPrincipalName,
    securityId: user.securityId,
    registrationRequired: user.registrationRequired,
    verificationRequired: user.verificationRequired,
    showNotification: user.showNotification,
    userAliases: user.userAliases.join('\n'),
    userAttributeValues: ownValuesOf(attributes, user.userAttributeValues),
  }
}

/** Fields left empty are not sent: a new user has no value to take away. */
export const NewUserForm = z
  .object({
    userId: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    mobile: z.string(),
    locale: z.string().nullable(),
    password: z.string(),
    passwordChangeRequired: z.boolean(),
    /** Ignored with a password. */
    invite: z.boolean(),
    userAttributeValues: NewUser.shape.userAttributeValues.unwrap(),
    groups: z.array(z.object({ id: z.string(), name: z.string() })),
  })
  .transform(({ userId, groups, invite, ...rest }): unknown => {
    const given = Object.entries(rest).filter(([, value]) => value !== '' && value !== null)
    const ids = groups.map(({ id }) => id)
    return {
      userId,
      ...Object.fromEntries(given),
      ...(ids.length === 0 ? {} : { groups: ids }),
      sendInvitation: invite && rest.password === '',
    }
  })
  .pipe(NewUser)

export const newUser = (attributes: readonly OwnAttribute[]) => ({
  userId: '',
  firstName: '',
  lastName: '',
  email: '',
  mobile: '',
  locale: null,
  password: '',
  passwordChangeRequired: true,
  invite: true,
  userAttributeValues: ownValuesOf(attributes, []),
  groups: [],
})

/** The fields as people see them: one by one, and all for the summary of faults. */
export const useFieldLabels = () => {
  const text = useText('members')
  const label = (name: FieldName): string => text(`members:users.fields.${name}`)
  return { label, labels: labelsOf(fields, label) }
}

/** Languages by their names in the visitor's own. */
export const useLanguages = () => {
  const names = new Intl.DisplayNames(useLocale(), { type: 'language' })
  return locales.map((value) => ({ value, label: names.of(value) ?? value }))
}
