import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useRoleWords } from '../../../pickers/role-words.ts'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { RoleFields } from './RoleFields.tsx'
import { formOf, newRole, RoleForm, type RoleValues, useRoleLabels } from './role-forms.ts'
import { rolePath, roleQuery, useRoleChanges } from './roles.queries.ts'

const NewRole = ({ initial }: { readonly initial: RoleValues }) => {
  const text = useText('members')
  const navigate = useNavigate()
  const { labels } = useRoleLabels()
  const { create } = useRoleChanges()
  const madeId = useRef<string | null>(null)
  const save = async (values: z.output<typeof RoleForm>): Promise<void> => {
    const role = await create.mutateAsync(values)
    madeId.current = role.id
    showMessage(text('members:roles.created', { name: role.name }))
  }
  return (
    <>
      <PageHeader title={text('common:pages.addRole')} />
      <Section title={text('members:roles.sectionsOf.role')}>
        <EntityForm
          schema={RoleForm}
          initial={{ value: initial, etag: null }}
          labels={labels}
          save={save}
          saveLabel={text('members:roles.add')}
          onSaved={() => void navigate(rolePath(madeId.current ?? ''))}
          onCancel={() => void navigate('/roles')}
        >
          <RoleFields />
        </EntityForm>
      </Section>
    </>
  )
}

const Clone = ({ from }: { readonly from: string }) => {
  const text = useText('members')
  const { nameOf } = useRoleWords()
  return (
    <QueryView query={useQuery(roleQuery(from))} isPage>
      {({ value }) => (
        <NewRole
          initial={{
            ...formOf(value),
            name: text('members:roles.copyOf', { name: nameOf(value) }),
          }}
        />
      )}
    </QueryView>
  )
}

/** Adds a role, alone or as a copy of another, and opens it. */
const NewRolePage = () => {
  const [query] = useSearchParams()
  const from = query.get('from')
  return from === null ? <NewRole initial={newRole} /> : <Clone key={from} from={from} />
}

export default NewRolePage
