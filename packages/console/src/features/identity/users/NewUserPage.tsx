import { useController } from 'react-hook-form'
import type { z } from 'zod'
import { faultIn } from '../../../kit/form-errors.ts'
import { FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { GroupPicker } from '../../../pickers/GroupPicker.tsx'
import { type OwnAttribute, OwnAttributeFields } from '../../../pickers/OwnAttributeFields.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { WithOwnAttributes } from './own-attributes.tsx'
import { LanguageField, MailField, MobileField, NameFields } from './user-fields.tsx'
import { NewUserForm, newUser, useFieldLabels } from './user-forms.ts'
import { userPath } from './user-types.ts'
import { users } from './users.queries.ts'

type Fields = z.input<typeof NewUserForm>

const GroupsField = () => {
  const text = useText('members')
  const { label } = useFieldLabels()
  const { field, fieldState } = useController<Fields, 'groups'>({ name: 'groups' })
  return (
    <GroupPicker
      label={label('groups')}
      hint={text('members:users.hints.groups')}
      error={faultIn(fieldState, label('groups'))}
      value={field.value}
      onChange={field.onChange}
    />
  )
}

interface AttributesProps {
  readonly attributes: readonly OwnAttribute[]
}

const Fields = ({ attributes }: AttributesProps) => {
  const mayPick = useMay()(['GROUPS', 'VIEW'])
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
      <OwnAttributeFields attributes={attributes} />
      {mayPick && <GroupsField />}
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

const NewUser = ({ attributes }: AttributesProps) => {
  const text = useText('members')
  const { labels } = useFieldLabels()
  return (
    <>
      <PageHeader title={text('common:pages.addUser')} />
      <Section title={text('members:users.sections.profile')}>
        <NewForm
          entity={users}
          schema={NewUserForm}
          initial={newUser(attributes)}
          labels={labels}
          saveLabel={text('members:users.add')}
          made={({ displayName }) => text('members:users.created', { name: displayName })}
          pathOf={({ id }) => userPath(id)}
          listPath="/users"
        >
          <Fields attributes={attributes} />
        </NewForm>
      </Section>
    </>
  )
}

/** Adds a user, and opens them. */
const NewUserPage = () => (
  <WithOwnAttributes>{(attributes) => <NewUser attributes={attributes} />}</WithOwnAttributes>
)

export default NewUserPage
