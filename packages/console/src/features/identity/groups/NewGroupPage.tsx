import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { GroupFields, GroupForm, newGroup, useGroupLabels } from './group-forms.tsx'
import { groupPath, useGroupChanges } from './groups.queries.ts'

/** Adds a group, and opens it. */
const NewGroupPage = () => {
  const text = useText('members')
  const navigate = useNavigate()
  const { labels } = useGroupLabels()
  const { create } = useGroupChanges()
  const madeId = useRef<string | null>(null)
  const save = async (values: z.output<typeof GroupForm>): Promise<void> => {
    const group = await create.mutateAsync(values)
    madeId.current = group.id
    showMessage(text('members:groups.created', { name: group.name }))
  }
  return (
    <>
      <PageHeader title={text('common:pages.addGroup')} />
      <Section title={text('members:groups.tabs.details')}>
        <EntityForm
          schema={GroupForm}
          initial={newGroup}
          labels={labels}
          save={save}
          saveLabel={text('members:groups.add')}
          onSaved={() => void navigate(groupPath(madeId.current ?? ''))}
          onCancel={() => void navigate('/groups')}
        >
          <GroupFields isForeign={false} />
        </EntityForm>
      </Section>
    </>
  )
}

export default NewGroupPage
