import { readSelf, type SelfUser, updateSelf } from '@signet/contract/access/self'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { FormVersion } from '../../../kit/entity-form.ts'
import { call, callWithEtag } from '../../../lib/call.ts'

import { ownValuesOf } from '../../../pickers/OwnAttributeFields.tsx'

export type Profile = z.output<typeof SelfUser>
/** What people change of themselves. */
export const ProfileForm = updateSelf.body
export type ProfileForm = z.input<typeof ProfileForm>

/** The signed-in user with the version that a change sends back. */
export const profileQuery = queryOptions({
  queryKey: ['self', 'profile'],
  queryFn: ({ signal }) => callWithEtag(readSelf, { signal }),
})

/** The own attributes that people change themselves. */
export const editableOf = ({ userAttributes }: Profile) =>
  userAttributes.filter(({ userEditable }) => userEditable)

export const formOf = (profile: Profile): ProfileForm => {
  const { firstName, lastName, locale, userAttributeValues } = profile
  const editable = editableOf(profile)
  const known = ProfileForm.shape.locale.safeParse(locale)
  return {
    firstName,
    lastName,
    locale: known.success ? known.data : null,
    ...(editable.length === 0
      ? {}
      : { userAttributeValues: ownValuesOf(editable, userAttributeValues) }),
  }
}

export const readForm = async (): Promise<FormVersion<ProfileForm>> => {
  const { value, etag } = await callWithEtag(readSelf)
  return { value: formOf(value), etag }
}

export const saveProfile = (
  body: z.output<typeof ProfileForm>,
  etag: string | null,
): Promise<Profile> => call(updateSelf, { body, ...(etag === null ? {} : { ifMatch: etag }) })
