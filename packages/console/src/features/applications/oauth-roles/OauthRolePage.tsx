import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { DeletionMenu } from '../../../kit/deletion.tsx'
import { EditForm } from '../../../kit/EditForm.tsx'
import { oneQuery } from '../../../kit/entity.ts'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { PeoplePages } from '../../../pickers/PeoplePages.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Page.tsx'
import { formOf, OauthRoleFields, OauthRoleForm, useOauthRoleLabels } from './oauth-role-forms.tsx'
import { type OauthRoleDetail, oauthRoles } from './oauth-roles.queries.ts'

/** Deletes it; the service refuses while somebody has it, and says who. */
const OauthRoleActions = ({ role: { id, name } }: { readonly role: OauthRoleDetail }) => {
  const text = useText('members')
  return (
    <DeletionMenu
      entity={oauthRoles}
      id={id}
      name={name}
      typed={name}
      needs={['OAUTHROLES', 'REMOVE']}
      texts={{
        title: text('members:roles.deletes.title'),
        action: text('members:roles.deletes.action'),
        text: text('members:roles.deletes.text'),
        done: text('members:roles.deletes.done', { name }),
      }}
      listPath="/oauthroles"
    />
  )
}

interface ReadProps {
  readonly read: Tagged<OauthRoleDetail>
}

const Editor = ({ read }: ReadProps) => {
  const text = useText('members')
  const labels = useOauthRoleLabels()
  const { name } = read.value
  return (
    <EditForm
      entity={oauthRoles}
      {...{ read, formOf }}
      schema={OauthRoleForm}
      labels={labels}
      saved={() => text('members:roles.saved', { name })}
    >
      <OauthRoleFields />
    </EditForm>
  )
}

/** Who has it, page by page, for those who may see people; how many for everybody. */
const Holders = ({ role }: { readonly role: OauthRoleDetail }) => {
  const text = useText('members', 'resource')
  const { number } = useFormats()
  const mayLook = useMay()(['USERS', 'VIEW'])
  const { id, users } = role
  const open = <Button to={`/users?f.oauthRole=${id}`}>{text('members:roles.holders.open')}</Button>
  return (
    <Section
      title={text('members:roles.tabs.holders')}
      description={text('resource:oauthRoles.holdersText')}
      actions={mayLook && open}
    >
      {mayLook ? (
        <PeoplePages
          whose={{ oauthRoleId: id }}
          none={text('members:roles.holders.none')}
          tab="/roles"
        />
      ) : (
        <Facts
          facts={[{ label: text('resource:oauthRoles.columns.users'), value: number(users) }]}
        />
      )}
    </Section>
  )
}

const Loaded = ({ read }: ReadProps) => {
  const text = useText('members')
  const labels = useOauthRoleLabels()
  const mayEdit = useMay()(['OAUTHROLES', 'EDIT'])
  const { name, description } = read.value
  return (
    <DetailsPage title={name} actions={<OauthRoleActions role={read.value} />}>
      <Section title={text('members:roles.sectionsOf.role')}>
        {mayEdit ? (
          <Editor read={read} />
        ) : (
          <Facts facts={[{ label: labels.description, value: description }]} />
        )}
      </Section>
      <Holders role={read.value} />
    </DetailsPage>
  )
}

/** One OAuth role: its name, and who has it. */
const OauthRolePage = () => {
  const { oauthRoleId = '' } = useParams()
  return (
    <QueryView query={useQuery(oneQuery(oauthRoles, oauthRoleId))} isPage>
      {(read) => <Loaded read={read} />}
    </QueryView>
  )
}

export default OauthRolePage
