import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { LanguageField, MailField, MobileField, NameFields } from './user-fields.tsx'
import { NewUserForm, newUser, useFieldLabels } from './user-forms.ts'
import { userPath } from './user-types.ts'
import { useUserChanges } from './users.queries.ts'

type Fields = z.input<typeof NewUserForm>

const Fields = () => {
  const text = useText('members')
  const { label } = useFieldLabels()
  return (
    <>
      <FormText<Fields>
        name="userId"
        label={label('userId')}
        hint={text('members:users.hints.userId')}
        isRequired
        autoFocus
        maxLength={256}
      />
      <NameFields whenEmpty="" />
      <MailField whenEmpty="" />
      <MobileField whenEmpty="" />
      <LanguageField />
      <FormText<Fields>
        name="password"
        label={label('password')}
        hint={text('members:users.hints.password')}
        type="password"
        autoComplete="new-password"
      />
      <FormToggle<Fields> name="passwordChangeRequired" label={label('passwordChangeRequired')} />
    </>
  )
}

/** Adds a user, and opens them. */
const NewUserPage = () => {
  const text = useText('members')
  const navigate = useNavigate()
  const { labels } = useFieldLabels()
  const { create } = useUserChanges()
  const madeId = useRef<string | null>(null)
  const save = async (values: z.output<typeof NewUserForm>): Promise<void> => {
    const user = await create.mutateAsync(values)
    madeId.current = user.id
    showMessage(text('members:users.created', { name: user.displayName }))
  }
  return (
    <>
      <PageHeader title={text('common:pages.addUser')} />
      <Section title={text('members:users.sections.profile')}>
        <EntityForm
          schema={NewUserForm}
          initial={newUser}
          labels={labels}
          save={save}
          saveLabel={text('members:users.add')}
          onSaved={() => void navigate(userPath(madeId.current ?? ''))}
          onCancel={() => void navigate('/users')}
        >
          <Fields />
        </EntityForm>
      </Section>
    </>
  )
}

export default NewUserPage
