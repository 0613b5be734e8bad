import Paper from '@mui/material/Paper'
import { useMemo } from 'react'
import { useNavigate, useParams } from 'react-router'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { PageHeader } from '../../../ui/Page.tsx'
import { RiskEngineFields, useEngineLabels } from './RiskEngineFields.tsx'
import { EngineForm, emptyEngine } from './risk-engine-form.ts'
import { enginesPath, kindOf, useEngineChanges } from './risk-engines.queries.ts'

/** An engine from one of the definitions, or described whole where the address names none. */
const NewRiskEnginePage = () => {
  const text = useText('settings')
  const navigate = useNavigate()
  const kind = kindOf(useParams().engine)
  const { create } = useEngineChanges()
  const initial = useMemo(() => ({ value: emptyEngine(kind), etag: null }), [kind])
  return (
    <>
      <PageHeader
        title={text('common:pages.addRiskEngine')}
        detail={text(`settings:riskEngines.kinds.${kind}`)}
      />
      <Paper variant="outlined" sx={{ p: 2.5 }}>
        <EntityForm
          key={kind}
          schema={EngineForm}
          initial={initial}
          labels={useEngineLabels()}
          save={(wanted) => create.mutateAsync(wanted)}
          onCancel={() => void navigate(enginesPath)}
          onSaved={() => {
            showMessage(text('settings:riskEngines.saved'))
            void navigate(enginesPath)
          }}
        >
          <RiskEngineFields kind={kind} saved="" />
        </EntityForm>
      </Paper>
    </>
  )
}

export default NewRiskEnginePage
