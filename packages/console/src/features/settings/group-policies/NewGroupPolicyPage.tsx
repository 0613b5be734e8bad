import Paper from '@mui/material/Paper'
import { useNavigate } from 'react-router'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useGroupPolicyChanges } from '../../../pickers/policies/policies.queries.ts'
import { emptyPolicy, PolicyForm } from '../../../pickers/policies/policy-form.ts'
import { usePolicyLabels } from '../../../pickers/policies/policy-labels.ts'
import { PageHeader } from '../../../ui/Page.tsx'
import { PolicyFields } from './PolicyFields.tsx'

const initial = { value: emptyPolicy, etag: null }
const list = '/settings/grouppolicies'

/** Adds a policy, behind all others. */
const NewGroupPolicyPage = () => {
  const text = useText('settings')
  const navigate = useNavigate()
  const { create } = useGroupPolicyChanges()
  return (
    <>
      <PageHeader
        title={text('common:pages.addGroupPolicy')}
        detail={text('settings:policies.emptyText')}
      />
      <Paper variant="outlined" sx={{ p: 2.5 }}>
        <EntityForm
          schema={PolicyForm}
          initial={initial}
          labels={usePolicyLabels()}
          save={(wanted) => create.mutateAsync(wanted)}
          onCancel={() => void navigate(list)}
          onSaved={() => {
            showMessage(text('settings:policies.saved'))
            void navigate(list)
          }}
        >
          <PolicyFields />
        </EntityForm>
      </Paper>
    </>
  )
}

export default NewGroupPolicyPage
