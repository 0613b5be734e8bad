import { oneOf } from '@signet/rules/membership'
import { offeredPreset, type RolePresetId, rolePresetIds } from '@signet/rules/role-presets'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { oneQuery } from '../../../kit/entity.ts'
import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useRoleWords } from '../../../pickers/role-words.ts'
import { useSession } from '../../../session/session-context.tsx'
import { Section } from '../../../ui/Page.tsx'
import { PresetField } from './PresetField.tsx'
import { gridOf } from './permission-grid.ts'
import { RoleFields } from './RoleFields.tsx'
import { formOf, newRole, RoleForm, type RoleValues, useRoleLabels } from './role-forms.ts'
import { rolePath, roles } from './roles.queries.ts'

interface NewRoleProps {
  readonly initial: RoleValues
  readonly children?: ReactNode
}

const NewRole = ({ initial, children }: NewRoleProps) => {
  const text = useText('members')
  const { labels } = useRoleLabels()
  return (
    <FormPage title={text('common:pages.addRole')}>
      <Section title={text('members:roles.sectionsOf.role')}>
        {children}
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
    </FormPage>
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

/** Begins with nothing, or with what a preset offers to the visitor. */
const FromPreset = ({ id }: { readonly id: RolePresetId | null }) => {
  const text = useText('members')
  const { facts } = useSession()
  const offered = id === null ? null : offeredPreset(id, facts)
  const initial: RoleValues =
    id === null || offered === null
      ? newRole
      : {
          ...newRole,
          name: text(`members:roles.presets.names.${id}`),
          description: text(`members:roles.presets.descriptions.${id}`),
          groupManagement: offered.groupManagement,
          permissions: gridOf(offered.permissions),
        }
  return (
    <NewRole initial={initial}>
      <PresetField chosen={id} isWhole={offered?.isWhole ?? true} />
    </NewRole>
  )
}

/** Adds a role, from a preset or as a copy of another, and opens it. */
const NewRolePage = () => {
  const [query] = useSearchParams()
  const from = query.get('from')
  const preset = query.get('preset')
  const id = isPreset(preset) ? preset : null
  return from === null ? <FromPreset key={id} id={id} /> : <Clone key={from} from={from} />
}
const isPreset = oneOf(rolePresetIds)

export default NewRolePage
