import Box from '@mui/material/Box'
import { type RiskEngineKind, riskEngineTemplates } from '@signet/rules/risk/engines'
import { useWatch } from 'react-hook-form'
import { FormLines } from '../../../kit/FormLines.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { FormNumber, FormSelect, FormText } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import {
  ConnectorFields,
  ProofFields,
  useConnectorLabels,
} from '../../../pickers/connectors/ConnectorFields.tsx'
import { ConnectorTest } from '../../../pickers/connectors/ConnectorTest.tsx'
import type { TypedEngine } from './risk-engine-form.ts'

const fields = [
  'name',
  'description',
  'readingType',
  'path',
  'riskier',
  'mediumFrom',
  'highFrom',
  'low',
  'medium',
  'high',
] as const

export const useEngineLabels = (): Readonly<Record<string, string>> => {
  const text = useText('settings')
  const own = fields.map((name) => [name, text(`settings:riskEngines.fields.${name}`)] as const)
  return { ...useConnectorLabels().labels, ...Object.fromEntries(own) }
}

const ScoreFields = () => {
  const text = useText('settings')
  const label = (name: 'riskier' | 'mediumFrom' | 'highFrom') =>
    text(`settings:riskEngines.fields.${name}`)
  const directions = optionsOf(['HIGHER', 'LOWER'], (value) =>
    text(`settings:riskEngines.riskier.${value}`),
  )
  return (
    <>
      <FormSelect<TypedEngine> name="riskier" label={label('riskier')} options={directions} />
      <FormNumber<TypedEngine> name="mediumFrom" label={label('mediumFrom')} />
      <FormNumber<TypedEngine> name="highFrom" label={label('highFrom')} />
    </>
  )
}

const WordFields = () => {
  const text = useText('settings')
  return (['low', 'medium', 'high'] as const).map((name) => (
    <FormLines<TypedEngine>
      key={name}
      name={name}
      label={text(`settings:riskEngines.fields.${name}`)}
      hint={text('settings:riskEngines.hints.words')}
      rows={2}
    />
  ))
}

/** What is sent and an answer that is understood, where the definition says both. */
const Sample = ({ title, json }: { readonly title: string; readonly json: string }) => (
  <Box component="figure" sx={{ m: 0 }}>
    <Box component="figcaption" sx={{ fontSize: '0.8125rem', mb: 0.5 }}>
      {title}
    </Box>
    <Box
      component="pre"
      tabIndex={0}
      sx={{ m: 0, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1, overflowX: 'auto' }}
    >
      {JSON.stringify(JSON.parse(json), null, 2)}
    </Box>
  </Box>
)

/** The call of an engine whose definition says what is sent. */
const DefinedCall = ({
  kind,
  isKept,
}: {
  readonly kind: RiskEngineKind
  readonly isKept: boolean
}) => {
  const text = useText('settings')
  const { label } = useConnectorLabels()
  const { body, example } = riskEngineTemplates[kind]
  return (
    <>
      <FormText<TypedEngine> name="url" label={label('url')} isRequired />
      <ProofFields isKept={isKept} />
      <FormNumber<TypedEngine> name="timeoutMillis" label={label('timeoutMillis')} unit="ms" />
      <FormLines<TypedEngine>
        name="resultItems"
        label={text('settings:riskEngines.fields.resultItems')}
        hint={text('settings:riskEngines.hints.resultItems')}
        rows={3}
      />
      <Sample title={text('settings:riskEngines.sent')} json={body} />
      <Sample title={text('settings:riskEngines.understood')} json={example} />
    </>
  )
}

const ReadingFields = () => {
  const text = useText('settings')
  const kinds = optionsOf(['SCORE', 'WORD'], (value) =>
    text(`settings:riskEngines.readings.${value}`),
  )
  const label = (name: 'readingType' | 'path') => text(`settings:riskEngines.fields.${name}`)
  return (
    <>
      <FormText<TypedEngine>
        name="path"
        label={label('path')}
        hint={text('settings:riskEngines.hints.path')}
        isRequired
      />
      <FormSelect<TypedEngine> name="readingType" label={label('readingType')} options={kinds} />
    </>
  )
}

interface RiskEngineFieldsProps {
  readonly kind: RiskEngineKind
  /** The name its connector is saved by; empty for a new one. */
  readonly saved: string
}

/** Everything that is said of an engine. */
export const RiskEngineFields = ({ kind, saved }: RiskEngineFieldsProps) => {
  const text = useText('settings')
  const reading = useWatch<TypedEngine, 'readingType'>({ name: 'readingType' })
  const isDescribed = kind === 'CONNECTOR'
  const isKept = saved !== ''
  return (
    <>
      <FormText<TypedEngine>
        name="name"
        label={text('settings:riskEngines.fields.name')}
        isRequired
        maxLength={100}
      />
      <FormText<TypedEngine>
        name="description"
        label={text('settings:riskEngines.fields.description')}
        maxLength={500}
      />
      {isDescribed ? (
        <ConnectorFields use="RISK" isKept={isKept} />
      ) : (
        <DefinedCall {...{ kind, isKept }} />
      )}
      {isDescribed && <ReadingFields />}
      {reading === 'SCORE' ? <ScoreFields /> : <WordFields />}
      <ConnectorTest use="RISK" saved={saved} />
    </>
  )
}
