import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
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
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { GroupActions } from './GroupActions.tsx'
import { formOf, GroupFields, GroupForm, useGroupLabels } from './group-forms.tsx'
import { addTo, type GroupDetail, groupPath, groups, takeFrom } from './groups.queries.ts'

interface ReadProps {
  readonly read: Tagged<GroupDetail>
}

const Editor = ({ read }: ReadProps) => {
  const text = useText('members')
  const { labels } = useGroupLabels()
  const { name, type } = read.value
  return (
    <EditForm
      entity={groups}
      schema={GroupForm}
      {...{ read, formOf, labels }}
      saved={() => text('members:groups.saved', { name })}
    >
      <GroupFields isForeign={type === 'LDAP_AD'} />
    </EditForm>
  )
}

const Details = ({ read }: ReadProps) => {
  const text = useText('members')
  const { date } = useFormats()
  const { label } = useGroupLabels()
  const mayEdit = useMay()(['GROUPS', 'EDIT'])
  const group = read.value
  const shown = [
    { label: label('description'), value: group.description },
    { label: label('externalId'), value: group.externalId },
  ]
  return (
    <>
      {mayEdit && (
        <Section
          title={text('members:groups.tabs.details')}
          description={group.type === 'LDAP_AD' ? text('members:groups.foreign') : undefined}
        >
          <Editor read={read} />
        </Section>
      )}
      <Section title={text('members:groups.about')}>
        <Facts
          facts={[
            ...(mayEdit ? [] : shown),
            {
              label: text('members:groups.columns.type'),
              value: text(`members:groups.type.${group.type}`),
            },
            { label: text('members:groups.columns.created'), value: date(group.createdAt) },
            { label: text('members:groups.updated'), value: date(group.updatedAt) },
            { label: text('members:groups.id'), value: group.id },
          ]}
        />
      </Section>
    </>
  )
}

const useTabs = (read: Tagged<GroupDetail>): readonly PageTab[] => {
  const text = useText('members')
  const { id, name } = read.value
  return [
    {
      key: 'members',
      label: text('members:membership.title'),
      needs: ['USERS', 'VIEW'],
      content: () => (
        <MembersSection
          name={name}
          whose={{ groupId: id }}
          add={addTo(id)}
          remove={takeFrom(id)}
          listPath={`/users?f.group=${id}`}
        />
      ),
    },
    {
      key: 'details',
      label: text('members:groups.tabs.details'),
      content: () => <Details read={read} />,
    },
  ]
}

const Loaded = ({ read, tab }: ReadProps & { readonly tab: string | undefined }) => {
  const text = useText('members')
  const { id, name, memberCount, memberCountEstimated } = read.value
  const count = memberCountEstimated ? 'membership.about' : 'membership.count'
  return (
    <TabbedPage
      title={name}
      tag={<Tag label={text(`members:${count}`, { count: memberCount })} severity="INFO" />}
      actions={<GroupActions group={read.value} />}
      base={groupPath(id)}
      tab={tab}
      tabs={useTabs(read)}
    />
  )
}

/** One group: who is in it, and what it is. */
const GroupPage = () => {
  const { groupId = '', tab } = useParams()
  return (
    <QueryView query={useQuery(oneQuery(groups, groupId))} isPage>
      {(read) => <Loaded read={read} tab={tab} />}
    </QueryView>
  )
}

export default GroupPage
