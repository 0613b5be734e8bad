import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import { GroupFields, GroupForm, newGroup, useGroupLabels } from './group-forms.tsx'
import { groupPath, groups } from './groups.queries.ts'

/** Adds a group, and opens it. */
const NewGroupPage = () => {
  const text = useText('members')
  const { labels } = useGroupLabels()
  return (
    <FormPage title={text('common:pages.addGroup')}>
      <Section title={text('members:groups.tabs.details')}>
        <NewForm
          entity={groups}
          schema={GroupForm}
          initial={newGroup}
          labels={labels}
          saveLabel={text('members:groups.add')}
          made={({ name }) => text('members:groups.created', { name })}
          pathOf={({ id }) => groupPath(id)}
          listPath="/groups"
        >
          <GroupFields isForeign={false} />
        </NewForm>
      </Section>
    </FormPage>
  )
}

export default NewGroupPage
