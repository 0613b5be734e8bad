import Paper from '@mui/material/Paper'
import { useParams } from 'react-router'
import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { RiskEngineFields, useEngineLabels } from './RiskEngineFields.tsx'
import { EngineForm, emptyEngine } from './risk-engine-form.ts'
import { engines, enginesPath, kindOf } from './risk-engines.queries.ts'

/** An engine from one of the definitions, or described whole where the address names none. */
const NewRiskEnginePage = () => {
  const text = useText('settings')
  const kind = kindOf(useParams().engine)
  return (
    <FormPage
      title={text('common:pages.addRiskEngine')}
      detail={text(`settings:riskEngines.kinds.${kind}`)}
    >
      <Paper variant="outlined" sx={{ p: 2.5 }}>
        <NewForm
          entity={engines}
          key={kind}
          schema={EngineForm}
          initial={emptyEngine(kind)}
          labels={useEngineLabels()}
          made={() => text('settings:riskEngines.saved')}
          listPath={enginesPath}
        >
          <RiskEngineFields kind={kind} saved="" />
        </NewForm>
      </Paper>
    </FormPage>
  )
}

export default NewRiskEnginePage
