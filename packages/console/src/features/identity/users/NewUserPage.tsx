import { useRef } from 'react'
import { useController, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { faultIn } from '../../../kit/form-errors.ts'
import { FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { GroupPicker } from '../../../pickers/GroupPicker.tsx'
import { useMailToast } from '../../../pickers/mail-state/use-mail-toast.ts'
import { type OwnAttribute, OwnAttributeFields } from '../../../pickers/OwnAttributeFields.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { Section } from '../../../ui/Page.tsx'
import { WithOwnAttributes } from './own-attributes.tsx'
import { LanguageField, MailField, MobileField, NameFields } from './user-fields.tsx'
import { NewUserForm, newUser, useFieldLabels } from './user-forms.ts'
import { type UserDetail, userPath } from './user-types.ts'
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

/** How the user gets in who is added without a password. */
const InviteField = () => {
  const text = useText('members')
  const { isMissing } = useMailToast()
  const email = useWatch<Fields, 'email'>({ name: 'email' })
  const password = useWatch<Fields, 'password'>({ name: 'password' })
  const isMailed = email !== '' && !isMissing
  const hint = password === '' ? (isMailed ? 'mailHint' : 'linkHint') : 'passwordHint'
  return (
    <FormToggle<Fields>
      name="invite"
      label={text(`members:users.invitation.${isMissing ? 'link' : 'send'}`)}
      hint={text(`members:users.invitation.${hint}`)}
      isDisabled={password !== ''}
    />
  )
}

interface AttributesProps {
  readonly attributes: readonly OwnAttribute[]
}

const Fields = ({ attributes }: AttributesProps) => {
  const may = useMay()
  const mayPick = may(['GROUPS', 'VIEW'])
  const mayEdit = may(['USERS', 'EDIT'])
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
      {mayEdit && <InviteField />}
    </>
  )
}

/** Adds a user, and mails the invitation; without a mail their page offers a link to hand over. */
const useAdding = () => {
  const text = useText('members')
  const mayEdit = useMay()(['USERS', 'EDIT'])
  const { isMissing } = useMailToast()
  const isLinkDue = useRef(false)
  const create = async (body: z.output<typeof NewUserForm>) => {
    const isInvited = body.sendInvitation && mayEdit
    const sendInvitation = isInvited && body.email !== undefined && !isMissing
    isLinkDue.current = isInvited && !sendInvitation
    return users.create({ ...body, sendInvitation })
  }
  return {
    entity: { ...users, create },
    made: ({ displayName: name, invitation }: UserDetail): string =>
      invitation === null
        ? text('members:users.created', { name })
        : text('members:users.invitation.created', { name }),
    pathOf: ({ id }: UserDetail): string =>
      isLinkDue.current ? `${userPath(id)}?invite=link` : userPath(id),
  }
}

const NewUser = ({ attributes }: AttributesProps) => {
  const text = useText('members')
  const { labels } = useFieldLabels()
  const adding = useAdding()
  return (
    <FormPage title={text('common:pages.addUser')}>
      <Section title={text('members:users.sections.profile')}>
        <NewForm
          {...adding}
          schema={NewUserForm}
          initial={newUser(attributes)}
          labels={labels}
          saveLabel={text('members:users.add')}
          anotherLabel={text('members:users.addAnother')}
          listPath="/users"
        >
          <Fields attributes={attributes} />
        </NewForm>
      </Section>
    </FormPage>
  )
}

/** Adds a user, and opens them. */
const NewUserPage = () => (
  <WithOwnAttributes>{(attributes) => <NewUser attributes={attributes} />}</WithOwnAttributes>
)

export default NewUserPage
