import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { EditForm } from '../../../kit/EditForm.tsx'
import { oneQuery } from '../../../kit/entity.ts'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { AskRiskEngine } from './AskRiskEngine.tsx'
import { RemoveRiskEngineDialog } from './RemoveRiskEngineDialog.tsx'
import { RiskEngineFields, useEngineLabels } from './RiskEngineFields.tsx'
import { EngineForm, typedEngine } from './risk-engine-form.ts'
import { engines, enginesPath, type RiskEngine } from './risk-engines.queries.ts'

const Editor = ({ read }: { readonly read: Tagged<RiskEngine> }) => {
  const text = useText('settings')
  const { id, engine } = read.value
  return (
    <Paper variant="outlined" sx={{ p: 2.5 }}>
      <EditForm
        entity={engines}
        read={read}
        formOf={typedEngine}
        schema={EngineForm}
        labels={useEngineLabels()}
        saved={() => text('settings:riskEngines.saved')}
      >
        <RiskEngineFields kind={engine} saved={`risk-engine:${id}`} />
      </EditForm>
    </Paper>
  )
}

/** One engine: what it is asked and how its answer is read; asked here about an example. */
const RiskEnginePage = () => {
  const text = useText('settings')
  const id = useParams().id ?? ''
  const query = useQuery(oneQuery(engines, id))
  const [isRemoving, setRemoving] = useState(false)
  const engine = query.data?.value
  return (
    <DetailsPage
      title={engine?.name ?? text('common:pages.riskEngine')}
      tag={
        engine?.state === 'DISABLED' && (
          <Tag label={text('settings:riskEngines.states.DISABLED')} severity="WARNING" />
        )
      }
      detail={engine && text(`settings:riskEngines.kinds.${engine.engine}`)}
      actions={
        <Button onClick={() => setRemoving(true)}>{text('settings:riskEngines.remove')}</Button>
      }
    >
      <QueryView query={query} skeleton={<FormSkeleton />}>
        {(read) => (
          <Stack spacing={3}>
            <Editor read={read} />
            <AskRiskEngine id={id} />
          </Stack>
        )}
      </QueryView>
      {isRemoving && engine !== undefined && (
        <RemoveRiskEngineDialog
          engine={engine}
          onClose={() => setRemoving(false)}
          listPath={enginesPath}
        />
      )}
    </DetailsPage>
  )
}

export default RiskEnginePage
