import { Line, Uuid } from '@signet/contract/kit/schemas'
import { z } from 'zod'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { FormText } from '../../../kit/form-fields.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { FormGroups } from '../../../pickers/FormGroups.tsx'
import { type AnyToken, useTokenDeeds } from '../../../pickers/tokens/token-deeds.ts'
import { useMay } from '../../../session/session-context.tsx'
import { readTokenWithEtag } from './tokens.queries.ts'

const mostGroups = 50
const TokenValues = z.object({
  label: Line(100).nullable(),
  groups: z.array(Uuid).max(mostGroups),
})
type Values = z.input<typeof TokenValues>

const versionOf = ({ value, etag }: Tagged<AnyToken>) => ({
  value: { label: value.label, groups: value.groups.map(({ id }) => id) },
  etag,
})

/** What a token is called, and whom it is for. */
export const TokenForm = ({ read }: { readonly read: Tagged<AnyToken> }) => {
  const text = useText('resource')
  const isReadOnly = !useMay()(['TOKENS', 'EDIT'])
  const { save } = useTokenDeeds()
  const { id, type, groups } = read.value
  const labels = { label: text('resource:tokens.label'), groups: text('resource:tokens.groups') }
  return (
    <EntityForm
      key={read.etag}
      schema={TokenValues}
      initial={versionOf(read)}
      labels={labels}
      isReadOnly={isReadOnly}
      reload={async () => versionOf(await readTokenWithEtag(id))}
      save={(body, etag) => save({ id, etag, body })}
      onSaved={() => showMessage(text('common:form.saved'))}
    >
      <FormText<Values> name="label" label={labels.label} maxLength={100} whenEmpty={null} />
      {type === 'OATH_PHYSICAL_TOKEN' && (
        <FormGroups<Values>
          name="groups"
          label={labels.groups}
          hint={text('resource:tokens.groupsHint')}
          known={groups}
        />
      )}
    </EntityForm>
  )
}
