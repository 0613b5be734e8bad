import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { oneQuery } from '../../../kit/entity.ts'
import { NewForm } from '../../../kit/NewForm.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useRoleWords } from '../../../pickers/role-words.ts'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { RoleFields } from './RoleFields.tsx'
import { formOf, newRole, RoleForm, type RoleValues, useRoleLabels } from './role-forms.ts'
import { rolePath, roles } from './roles.queries.ts'

const NewRole = ({ initial }: { readonly initial: RoleValues }) => {
  const text = useText('members')
  const { labels } = useRoleLabels()
  return (
    <>
      <PageHeader title={text('common:pages.addRole')} />
      <Section title={text('members:roles.sectionsOf.role')}>
        <NewForm
          entity={roles}
          schema={RoleForm}
          initial={initial}
          labels={labels}
          saveLabel={text('members:roles.add')}
          made={({ name }) => text('members:roles.created', { name })}
          pathOf={({ id }) => rolePath(id)}
          listPath="/roles"
        >
          <RoleFields />
        </NewForm>
      </Section>
    </>
  )
}

const Clone = ({ from }: { readonly from: string }) => {
  const text = useText('members')
  const { nameOf } = useRoleWords()
  return (
    <QueryView query={useQuery(oneQuery(roles, from))} isPage>
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
