import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { AskRiskEngine } from './AskRiskEngine.tsx'
import { RemoveRiskEngineDialog } from './RemoveRiskEngineDialog.tsx'
import { RiskEngineFields, useEngineLabels } from './RiskEngineFields.tsx'
import { EngineForm, typedEngine } from './risk-engine-form.ts'
import {
  engineQuery,
  enginesPath,
  type RiskEngine,
  readOne,
  useEngineChanges,
} from './risk-engines.queries.ts'

const versionOf = ({ value, etag }: Tagged<RiskEngine>) => ({ value: typedEngine(value), etag })

const Editor = ({ read }: { readonly read: Tagged<RiskEngine> }) => {
  const text = useText('settings')
  const { save } = useEngineChanges()
  const { id, engine } = read.value
  return (
    <Paper variant="outlined" sx={{ p: 2.5 }}>
      <EntityForm
        key={read.etag}
        schema={EngineForm}
        initial={versionOf(read)}
        labels={useEngineLabels()}
        reload={async () => versionOf(await readOne(id))}
        save={(body, etag) => save.mutateAsync({ id, body, etag })}
        onSaved={() => showMessage(text('settings:riskEngines.saved'))}
      >
        <RiskEngineFields kind={engine} saved={`risk-engine:${id}`} />
      </EntityForm>
    </Paper>
  )
}

/** One engine: what it is asked and how its answer is read; asked here about an example. */
const RiskEnginePage = () => {
  const text = useText('settings')
  const navigate = useNavigate()
  const id = useParams().id ?? ''
  const query = useQuery(engineQuery(id))
  const [isRemoving, setRemoving] = useState(false)
  const engine = query.data?.value
  return (
    <>
      <PageHeader
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
      />
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
          onDone={() => void navigate(enginesPath)}
        />
      )}
    </>
  )
}

export default RiskEnginePage
