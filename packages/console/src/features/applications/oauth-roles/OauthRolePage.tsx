import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { z } from 'zod'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { PeoplePages } from '../../../pickers/PeoplePages.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { OauthRoleActions } from './OauthRoleActions.tsx'
import { formOf, OauthRoleFields, OauthRoleForm, useOauthRoleLabels } from './oauth-role-forms.tsx'
import {
  type OauthRoleDetail,
  oauthRoleQuery,
  readOauthRoleWithEtag,
  useOauthRoleChanges,
} from './oauth-roles.queries.ts'

interface ReadProps {
  readonly read: Tagged<OauthRoleDetail>
}

const versionOf = ({ value, etag }: Tagged<OauthRoleDetail>) => ({ value: formOf(value), etag })

const Editor = ({ read }: ReadProps) => {
  const text = useText('members')
  const labels = useOauthRoleLabels()
  const { save } = useOauthRoleChanges()
  const { id, name } = read.value
  return (
    <EntityForm
      key={read.etag}
      schema={OauthRoleForm}
      initial={versionOf(read)}
      labels={labels}
      reload={async () => versionOf(await readOauthRoleWithEtag(id))}
      save={(body: z.output<typeof OauthRoleForm>, etag) => save.mutateAsync({ id, body, etag })}
      onSaved={() => showMessage(text('members:roles.saved', { name }))}
    >
      <OauthRoleFields />
    </EntityForm>
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
    <>
      <PageHeader title={name} actions={<OauthRoleActions role={read.value} />} />
      <Section title={text('members:roles.sectionsOf.role')}>
        {mayEdit ? (
          <Editor read={read} />
        ) : (
          <Facts facts={[{ label: labels.description, value: description }]} />
        )}
      </Section>
      <Holders role={read.value} />
    </>
  )
}

/** One OAuth role: its name, and who has it. */
const OauthRolePage = () => {
  const { oauthRoleId = '' } = useParams()
  return (
    <QueryView query={useQuery(oauthRoleQuery(oauthRoleId))} isPage>
      {(read) => <Loaded read={read} />}
    </QueryView>
  )
}

export default OauthRolePage
