import { EditForm } from '../../../kit/EditForm.tsx'
import { FormText } from '../../../kit/form-fields.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { type OwnAttribute, OwnAttributeFields } from '../../../pickers/OwnAttributeFields.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Page.tsx'
import { InvitationSection } from './InvitationSection.tsx'
import { WithOwnAttributes } from './own-attributes.tsx'
import { UndeliverableNotice } from './UndeliverableNotice.tsx'
import {
  FlagFields,
  ForeignFields,
  LanguageField,
  MailField,
  NameFields,
  PhoneFields,
} from './user-fields.tsx'
import { type FieldName, formOf, UserForm, useFieldLabels } from './user-forms.ts'
import { type UserDetail, useStanding } from './user-types.ts'
import { users } from './users.queries.ts'

interface TabProps {
  readonly read: Tagged<UserDetail>
}

type Fields = Record<FieldName, unknown>

interface FieldsProps {
  readonly user: UserDetail
  readonly attributes: readonly OwnAttribute[]
}

/** Of oneself only name and language change here; of users from elsewhere, aliases and language. */
const ProfileFields = ({ user, attributes }: FieldsProps) => {
  const text = useText('members')
  const { label } = useFieldLabels()
  const { isSelf, isRestricted } = useStanding(user)
  const isForeign = user.type !== 'MGMT_UI'
  const held = { isDisabled: isRestricted, whenEmpty: null }
  return (
    <>
      <FormText<Fields>
        name="userId"
        label={label('userId')}
        isRequired
        maxLength={256}
        isDisabled={isRestricted}
      />
      <NameFields isDisabled={isForeign} whenEmpty={null} />
      <MailField {...held} />
      <PhoneFields {...held} />
      <LanguageField />
      <FormText<Fields>
        name="userAliases"
        label={label('userAliases')}
        hint={text('members:users.hints.userAliases')}
        rows={2}
        isDisabled={isSelf}
      />
      <ForeignFields {...held} />
      <OwnAttributeFields attributes={attributes} />
      <FlagFields isDisabled={isRestricted} />
    </>
  )
}

const useRestriction = (user: UserDetail): string | undefined => {
  const text = useText('members')
  const { isSelf, isRestricted } = useStanding(user)
  if (!isRestricted) return undefined
  return text(isSelf ? 'members:users.restricted.self' : 'members:users.restricted.foreign')
}

const Standing = ({ user }: { readonly user: UserDetail }) => {
  const text = useText('members')
  const { date } = useFormats()
  return (
    <Section title={text('members:users.sections.account')}>
      <Facts
        facts={[
          {
            label: text('members:users.facts.type'),
            value: text(`members:users.type.${user.type}`),
          },
          { label: text('members:users.facts.lockReason'), value: user.lockReason },
          {
            label: text('members:users.columns.lastSignIn'),
            value: date(user.lastAuthenticatedAt),
          },
          { label: text('members:users.facts.created'), value: date(user.createdAt) },
          { label: text('members:users.facts.updated'), value: date(user.updatedAt) },
          { label: text('members:users.facts.id'), value: user.id },
        ]}
      />
    </Section>
  )
}

/** The fields for somebody who may see but not change them. */
const ReadOnly = ({ user }: { readonly user: UserDetail }) => {
  const { label } = useFieldLabels()
  const form = formOf(user, [])
  const names = ['userId', 'firstName', 'lastName', 'email', 'mobile', 'phone', 'locale'] as const
  return <Facts facts={names.map((name) => ({ label: label(name), value: form[name] ?? null }))} />
}

interface EditorProps extends TabProps {
  readonly attributes: readonly OwnAttribute[]
}

const Editor = ({ read, attributes }: EditorProps) => {
  const text = useText('members')
  const { labels } = useFieldLabels()
  const { displayName } = read.value
  return (
    <EditForm
      entity={users}
      read={read}
      formOf={(user) => formOf(user, attributes)}
      schema={UserForm}
      labels={labels}
      saved={() => text('members:users.saved', { name: displayName })}
    >
      <ProfileFields user={read.value} attributes={attributes} />
    </EditForm>
  )
}

/** Who the user is. */
export const ProfileTab = ({ read }: TabProps) => {
  const text = useText('members')
  const may = useMay()
  const hint = useRestriction(read.value)
  return (
    <>
      <InvitationSection user={read.value} />
      <Section title={text('members:users.sections.profile')} description={hint}>
        <UndeliverableNotice read={read} />
        {may(['USERS', 'EDIT']) ? (
          <WithOwnAttributes>
            {(attributes) => <Editor {...{ read, attributes }} />}
          </WithOwnAttributes>
        ) : (
          <ReadOnly user={read.value} />
        )}
      </Section>
      <Standing user={read.value} />
    </>
  )
}
