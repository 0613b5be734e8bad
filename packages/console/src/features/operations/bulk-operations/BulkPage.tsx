import { type BulkKindName, bulkKindOf } from '@signet/rules/bulk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { ToolPage } from '../../../kit/frames.tsx'
import { NoSuchPage } from '../../../kit/no-such-page.ts'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { kindAt } from './bulk-kinds.ts'
import {
  type Operation,
  operationQuery,
  type Preview,
  readPreview,
} from './bulk-operations.queries.ts'
import { FileStep } from './FileStep.tsx'
import { MappingStep } from './MappingStep.tsx'
import { ResultRows } from './ResultRows.tsx'
import { StatusPart } from './StatusPart.tsx'
import { TokenTrial } from './TokenTrial.tsx'

const useWizard = () => {
  const [parameters, setParameters] = useSearchParams()
  const [preview, setPreview] = useState<Preview | null>(null)
  return {
    id: parameters.get('id'),
    preview,
    show: (shown: Preview): void => {
      setPreview(shown)
      setParameters({ id: shown.operation.id }, { replace: true })
    },
    mapped: (): void => setPreview(null),
  }
}

type Wizard = ReturnType<typeof useWizard>

/** Columns can be chosen again until the work has begun. */
const MapAgain = ({ operation, wizard }: { operation: Operation; wizard: Wizard }) => {
  const text = useText('bulkImport')
  const isOpen = operation.state === 'UPLOADED' || operation.state === 'CHECKED'
  if (!isOpen || operation.source !== 'FILE') return null
  const open = async (): Promise<void> => {
    wizard.show(await readPreview(operation.kind, operation.id))
  }
  return <Button onClick={() => void open()}>{text('bulkImport:operations.map')}</Button>
}

interface StandingProps {
  readonly kind: BulkKindName
  readonly id: string
  readonly wizard: Wizard
}

const hasRows = ({ state, done }: Operation): boolean =>
  done.rows > 0 && state !== 'CHECKING' && state !== 'RUNNING'

const Standing = ({ kind, id, wizard }: StandingProps) => {
  const text = useText('bulkImport')
  const navigate = useNavigate()
  const query = useQuery(operationQuery(kind, id))
  return (
    <QueryView query={query}>
      {(operation) => (
        <ToolPage
          title={text(`bulkImport:operations.kind.${kind}`)}
          detail={operation.fileName}
          actions={<MapAgain operation={operation} wizard={wizard} />}
        >
          <StatusPart operation={operation} onRemoved={() => void navigate('/bulkoperations')} />
          <TokenTrial operation={operation} />
          {hasRows(operation) && <ResultRows operation={operation} />}
        </ToolPage>
      )}
    </QueryView>
  )
}

const Wizard = ({ kind }: { readonly kind: BulkKindName }) => {
  const text = useText('bulkImport')
  const wizard = useWizard()
  const { id, preview } = wizard
  if (id !== null && preview === null) return <Standing kind={kind} id={id} wizard={wizard} />
  return (
    <ToolPage
      title={text(`bulkImport:operations.kind.${kind}`)}
      detail={text(`bulkImport:operations.kindText.${kind}`)}
    >
      {preview === null ? (
        <FileStep kind={kind} onRead={wizard.show} />
      ) : (
        <MappingStep
          key={preview.operation.version}
          preview={preview}
          onRead={wizard.show}
          onSaved={wizard.mapped}
        />
      )}
    </ToolPage>
  )
}

/** One bulk operation from its file to its result. The session is renewed while this page is open. */
const BulkPage = () => {
  const { action, type } = useParams()
  const kind = kindAt(action, type)
  const may = useMay()
  if (kind === null) return <NoSuchPage />
  if (!may([bulkKindOf(kind).entity, 'ADD'])) {
    return <Navigate replace to="/bulkoperations/add" />
  }
  return <Wizard key={kind} kind={kind} />
}

export default BulkPage
