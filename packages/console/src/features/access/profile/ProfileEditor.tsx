import { locales } from '@signet/rules/locales'
import { useQueryClient } from '@tanstack/react-query'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { FormSelect, FormText } from '../../../kit/form-fields.tsx'
import { useLocale, useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { settleLocale } from '../../../lib/settle-locale.ts'
import { OwnAttributeFields } from '../../../pickers/OwnAttributeFields.tsx'
import { useSession } from '../../../session/session-context.tsx'
import { Section } from '../../../ui/Page.tsx'
import {
  editableOf,
  formOf,
  type Profile,
  ProfileForm,
  profileQuery,
  readForm,
  saveProfile,
} from './profile.queries.ts'

/** Languages by their names in the visitor's own. */
const useLanguages = () => {
  const names = new Intl.DisplayNames(useLocale(), { type: 'language' })
  return locales.map((value) => ({ value, label: names.of(value) ?? value }))
}

const useLabels = () => {
  const text = useText('userPortal')
  return {
    firstName: text('userPortal:profile.firstName'),
    lastName: text('userPortal:profile.lastName'),
    locale: text('userPortal:profile.language'),
  }
}

/** Who comes from a directory or from outside changes the language only. */
const ProfileFields = ({ profile }: { readonly profile: Profile }) => {
  const isRestricted = profile.type !== 'MGMT_UI'
  const text = useText('userPortal')
  const { firstName, lastName, locale } = useLabels()
  const name = { isDisabled: isRestricted, whenEmpty: null }
  return (
    <>
      <FormText name="firstName" label={firstName} autoComplete="given-name" {...name} />
      <FormText name="lastName" label={lastName} autoComplete="family-name" {...name} />
      <FormSelect
        name="locale"
        label={locale}
        options={useLanguages()}
        placeholder={text('userPortal:profile.accountLanguage')}
      />
      <OwnAttributeFields attributes={editableOf(profile)} />
    </>
  )
}

interface ProfileEditorProps {
  readonly profile: Profile
  readonly etag: string | null
}

/** Name and language. */
export const ProfileEditor = ({ profile, etag }: ProfileEditorProps) => {
  const text = useText('userPortal')
  const client = useQueryClient()
  const labels = useLabels()
  const isRestricted = profile.type !== 'MGMT_UI'
  const hint = isRestricted ? text('userPortal:profile.restricted') : undefined
  const { defaultLocale } = useSession().theme
  const save: typeof saveProfile = async (values, version) => {
    const saved = await saveProfile(values, version)
    await settleLocale(saved.locale, defaultLocale)
    return saved
  }
  const handleSaved = (): void => {
    showMessage(text('common:form.saved'))
    void client.invalidateQueries({ queryKey: profileQuery.queryKey })
  }
  return (
    <Section title={text('userPortal:profile.edit')} description={hint}>
      <EntityForm
        schema={ProfileForm}
        initial={{ value: formOf(profile), etag }}
        save={save}
        reload={readForm}
        onSaved={handleSaved}
        labels={labels}
      >
        <ProfileFields profile={profile} />
      </EntityForm>
    </Section>
  )
}
