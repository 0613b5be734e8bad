import { useWatch } from 'react-hook-form'
import { FormToggle } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { type FieldName, useFieldLabels } from './application-forms.ts'

type Fields = Record<FieldName, unknown>

/** A public client always sends a challenge: its codes are of no use to others. */
const PkceField = () => {
  const text = useText('resource')
  const { label } = useFieldLabels()
  const [method, isOptional]: readonly unknown[] = useWatch<Fields>({
    name: ['tokenEndpointAuthMethod', 'pkceOptional'],
  })
  if (method === 'none' && isOptional !== true) return null
  return (
    <>
      <FormToggle<Fields>
        name="pkceOptional"
        label={label('pkceOptional')}
        hint={text('resource:applications.hints.pkceOptional')}
      />
      {isOptional === true && (
        <Notice severity="warning">{text('resource:applications.pkceWarning')}</Notice>
      )}
    </>
  )
}

/** What is asked of the application beyond the ordinary. */
export const ProtectionFields = () => {
  const text = useText('resource')
  const { label } = useFieldLabels()
  return (
    <>
      <FormToggle<Fields>
        name="requirePushedRequests"
        label={label('requirePushedRequests')}
        hint={text('resource:applications.hints.requirePushedRequests')}
      />
      <FormToggle<Fields>
        name="dpopBoundTokens"
        label={label('dpopBoundTokens')}
        hint={text('resource:applications.hints.dpopBoundTokens')}
      />
      <FormToggle<Fields>
        name="certificateBoundTokens"
        label={label('certificateBoundTokens')}
        hint={text('resource:applications.hints.certificateBoundTokens')}
      />
      <FormToggle<Fields>
        name="fapi"
        label={label('fapi')}
        hint={text('resource:applications.hints.fapi')}
      />
      <PkceField />
    </>
  )
}
