import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { DeletionMenu } from '../../../kit/deletion.tsx'
import { EditForm } from '../../../kit/EditForm.tsx'
import { oneQuery } from '../../../kit/entity.ts'
import { QueryView } from '../../../kit/QueryView.tsx'
import { type PageTab, TabbedPage } from '../../../kit/TabbedPage.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { MembersSection } from '../../../pickers/MembersSection.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import {
  formOf,
  OrganizationFields,
  OrganizationForm,
  useOrganizationLabels,
} from './organization-forms.tsx'
import {
  addTo,
  childrenQuery,
  type OrganizationDetail,
  organizationPath,
  organizations,
  takeFrom,
} from './organizations.queries.ts'

interface ActionsProps {
  readonly organization: OrganizationDetail
}

/** What can be done with an organization beside its fields. */
const OrganizationActions = ({ organization }: ActionsProps) => {
  const text = useText('members')
  const { id, name, displayName } = organization
  return (
    <DeletionMenu
      entity={organizations}
      id={id}
      name={displayName}
      typed={name}
      needs={['ORGANIZATIONS', 'REMOVE']}
      texts={{
        title: text('members:organizations.deletes.title', { name }),
        action: text('members:organizations.deletes.action'),
        text: text('members:organizations.deletes.text'),
        done: text('members:organizations.deletes.done', { name }),
      }}
      listPath="/organizations"
    />
  )
}

interface ReadProps {
  readonly read: Tagged<OrganizationDetail>
}

const Editor = ({ read }: ReadProps) => {
  const text = useText('members')
  const { displayName } = read.value
  return (
    <EditForm
      entity={organizations}
      schema={OrganizationForm}
      labels={useOrganizationLabels()}
      {...{ read, formOf }}
      saved={() => text('members:organizations.saved', { name: displayName })}
    >
      <OrganizationFields />
    </EditForm>
  )
}

const Details = ({ read }: ReadProps) => {
  const text = useText('members')
  const { date } = useFormats()
  const mayEdit = useMay()(['ORGANIZATIONS', 'EDIT'])
  const { id, ancestors, createdAt } = read.value
  return (
    <>
      {mayEdit && (
        <Section title={text('members:organizations.details')}>
          <Editor read={read} />
        </Section>
      )}
      <Section title={text('members:organizations.about')}>
        <Facts
          facts={[
            {
              label: text('members:organizations.line'),
              value: ancestors.map(({ name }) => name).join(' › ') || null,
            },
            { label: text('members:organizations.columns.created'), value: date(createdAt) },
            { label: text('members:organizations.id'), value: id },
          ]}
        />
      </Section>
    </>
  )
}

const Below = ({ id }: { readonly id: string }) => {
  const text = useText('members')
  return (
    <Section title={text('members:organizations.below')}>
      <QueryView query={useQuery(childrenQuery(id))}>
        {({ results }) => (
          <ItemList empty={text('members:organizations.noneBelow')}>
            {results.map((child) => (
              <Item
                key={child.id}
                title={<Link to={organizationPath(child.id)}>{child.displayName}</Link>}
                detail={child.name === child.displayName ? null : child.name}
              />
            ))}
          </ItemList>
        )}
      </QueryView>
    </Section>
  )
}

const useTabs = (read: Tagged<OrganizationDetail>): readonly PageTab[] => {
  const text = useText('members')
  const { id, displayName } = read.value
  return [
    {
      key: 'details',
      label: text('members:organizations.details'),
      content: () => <Details read={read} />,
    },
    {
      key: 'members',
      label: text('members:membership.title'),
      needs: ['USERS', 'VIEW'],
      content: () => (
        <MembersSection
          name={displayName}
          whose={{ organizationId: id }}
          add={addTo(id)}
          remove={takeFrom(id)}
          listPath={`/users?f.organization=${id}`}
        />
      ),
    },
    {
      key: 'below',
      label: text('members:organizations.below'),
      content: () => <Below id={id} />,
    },
  ]
}

const Loaded = ({ read, tab }: ReadProps & { readonly tab: string | undefined }) => {
  const text = useText('members')
  const { id, displayName, memberCount, memberCountEstimated } = read.value
  const count = memberCountEstimated ? 'membership.about' : 'membership.count'
  return (
    <TabbedPage
      title={displayName}
      tag={<Tag label={text(`members:${count}`, { count: memberCount })} severity="INFO" />}
      actions={<OrganizationActions organization={read.value} />}
      base={organizationPath(id)}
      tab={tab}
      tabs={useTabs(read)}
    />
  )
}

/** One organization: what it is, who is in it, which stand below it. */
const OrganizationPage = () => {
  const { id = '', tab } = useParams()
  return (
    <QueryView query={useQuery(oneQuery(organizations, id))} isPage>
      {(read) => <Loaded read={read} tab={tab} />}
    </QueryView>
  )
}

export default OrganizationPage
