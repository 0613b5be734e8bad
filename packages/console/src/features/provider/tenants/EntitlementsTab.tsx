import { type EntitlementType, entitlementTypes } from '@signet/rules/entitlements'
import { useQuery } from '@tanstack/react-query'
import { DeletionMenu } from '../../../kit/deletion.tsx'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { Section } from '../../../ui/Page.tsx'
import {
  type Bought,
  EntitlementFields,
  entitlementForm,
  entitlementFormOf,
  newEntitlement,
  useEntitlementLabels,
} from './entitlement-forms.tsx'
import { entitlementsOf, entitlementsQuery, useEntitling } from './tenants.queries.ts'

interface EditorProps {
  readonly id: string
  readonly type: EntitlementType
  /** Null where there is none of this type. */
  readonly bought: Bought | null
}

const RemoveMenu = ({ id, type }: Pick<EditorProps, 'id' | 'type'>) => {
  const text = useText('serviceProvider')
  const remove = (name: 'action' | 'done' | 'text' | 'title') =>
    text(`serviceProvider:entitlements.remove.${name}`)
  return (
    <DeletionMenu
      name={text(`serviceProvider:tenants.entitlementTypes.${type}`)}
      needs={['TENANTS', 'REMOVE']}
      entity={entitlementsOf(id)}
      id={type}
      texts={{
        title: remove('title'),
        action: remove('action'),
        text: remove('text'),
        done: remove('done'),
      }}
    />
  )
}

const Editor = ({ id, type, bought }: EditorProps) => {
  const text = useText('serviceProvider')
  const entitling = useEntitling(id)
  const form = bought === null ? newEntitlement : entitlementFormOf(bought)
  return (
    <Section
      title={text(`serviceProvider:tenants.entitlementTypes.${type}`)}
      actions={bought !== null && <RemoveMenu id={id} type={type} />}
    >
      <EntityForm
        key={bought === null ? 'new' : 'bought'}
        schema={entitlementForm(type)}
        initial={{ value: form, etag: null }}
        labels={useEntitlementLabels(type)}
        {...(bought === null ? { saveLabel: text('serviceProvider:entitlements.add') } : {})}
        save={(change) => entitling.mutateAsync(change)}
        onSaved={() => showMessage(text('serviceProvider:entitlements.saved'))}
      >
        <EntitlementFields type={type} bought={bought} />
      </EntityForm>
    </Section>
  )
}

/** What a tenant bought, type by type: it is granted, changed and removed here. */
export const EntitlementsTab = ({ id }: { readonly id: string }) => (
  <QueryView query={useQuery(entitlementsQuery(id))}>
    {(rows) =>
      entitlementTypes.map((type) => (
        <Editor
          key={type}
          id={id}
          type={type}
          bought={rows.find((row) => row.type === type) ?? null}
        />
      ))
    }
  </QueryView>
)
