import Box from '@mui/material/Box'
import { setProperties } from '@signet/card/commands/arrange'
import { chosenShapes } from '@signet/card/commands/command'
import { resize, rotateTo } from '@signet/card/commands/place'
import type { Design, Shape } from '@signet/card/document'
import { parse } from '@signet/card/expression/parse'
import { type Dispatch, useState } from 'react'
import { optionsOf } from '../../../../kit/fields.ts'
import { useText } from '../../../../lib/i18n.ts'
import { Section } from '../../../../ui/Page.tsx'
import { SelectInput } from '../../../../ui/SelectInput.tsx'
import { TextInput } from '../../../../ui/TextInput.tsx'
import { ToggleInput } from '../../../../ui/ToggleInput.tsx'
import { GraphicFields } from './GraphicFields.tsx'
import { KindFields } from './KindFields.tsx'
import { NumberField, type Unit } from './NumberField.tsx'
import { type Action, chosenOf, type DesignerState } from './state.ts'

interface PanelProps {
  readonly state: DesignerState
  readonly dispatch: Dispatch<Action>
}

interface OneProps {
  readonly shape: Shape
  readonly fields: readonly string[]
  readonly dispatch: Dispatch<Action>
}

const pair = { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1.5 } as const
const far = 400

const places = [
  { key: 'xMm', label: 'x', least: -far },
  { key: 'yMm', label: 'y', least: -far },
  { key: 'widthMm', label: 'width', least: 0.1 },
  { key: 'heightMm', label: 'height', least: 0.1 },
] as const

const UnitChoice = ({ unit, onUnit }: { unit: Unit; onUnit: (unit: Unit) => void }) => {
  const text = useText('issuancePortal')
  return (
    <SelectInput
      label={text('issuancePortal:designs.unit')}
      value={unit}
      onChange={(value) => onUnit(value === 'inch' ? 'inch' : 'mm')}
      options={optionsOf(['mm', 'inch'], (value) => text(`issuancePortal:designs.units.${value}`))}
    />
  )
}

const PlaceFields = ({ shape, dispatch }: OneProps) => {
  const text = useText('issuancePortal')
  const [unit, onUnit] = useState<Unit>('mm')
  return (
    <>
      <UnitChoice {...{ unit, onUnit }} />
      <Box sx={pair}>
        {places.map(({ key, label, least }) => (
          <NumberField
            key={key}
            {...{ unit, least }}
            most={far}
            label={text(`issuancePortal:designs.${label}`)}
            value={shape[key]}
            onChange={(value) => {
              const command = resize({ ...shape, [key]: value })
              dispatch({ type: 'perform', name: 'place', command })
            }}
          />
        ))}
        <NumberField
          unit={null}
          most={359.9}
          label={text('issuancePortal:designs.rotation')}
          least={0}
          value={shape.rotation}
          onChange={(value) =>
            dispatch({ type: 'perform', name: 'rotate', command: rotateTo(value) })
          }
        />
      </Box>
    </>
  )
}

const useFaultOf = () => {
  const text = useText('issuancePortal')
  return (condition: string): string | undefined => {
    const fault = condition === '' ? null : parse(condition).fault
    if (fault === null) return undefined
    const why = text(`issuancePortal:designs.faults.${fault.code}`)
    return text('issuancePortal:designs.faultAt', { at: fault.at + 1, why })
  }
}

/** When it is shown; a condition that cannot be read stays in the field and says where. */
const ConditionField = ({ shape, dispatch }: OneProps) => {
  const text = useText('issuancePortal')
  const faultOf = useFaultOf()
  const [typed, setTyped] = useState(shape.when)
  const take = (when: string): void => {
    setTyped(when)
    if (faultOf(when) !== undefined) return
    const command = setProperties((each) => ({ ...each, when }))
    dispatch({ type: 'perform', name: 'condition', command })
  }
  return (
    <TextInput
      label={text('issuancePortal:designs.when')}
      hint={text('issuancePortal:designs.whenHint')}
      error={faultOf(typed)}
      value={typed}
      onChange={take}
      maxLength={500}
    />
  )
}

interface PrintProps {
  readonly shape: Shape
  readonly change: (to: (shape: Shape) => Shape) => void
}

const PrintFields = ({ shape, change }: PrintProps) => {
  const text = useText('issuancePortal')
  return (
    <>
      <SelectInput
        label={text('issuancePortal:designs.panel')}
        value={shape.panel}
        onChange={(value) =>
          change((each) => ({ ...each, panel: value === 'BLACK' ? 'BLACK' : 'COLOR' }))
        }
        options={optionsOf(['COLOR', 'BLACK'], (value) =>
          text(`issuancePortal:designs.panels.${value}`),
        )}
      />
      <NumberField
        unit={null}
        label={text('issuancePortal:designs.opacity')}
        least={0}
        most={100}
        value={Math.round(shape.opacity * 100)}
        onChange={(value) => change((each) => ({ ...each, opacity: value / 100 }))}
      />
      <ToggleInput
        label={text('issuancePortal:designs.printed')}
        value={shape.printed}
        onChange={(printed) => change((each) => ({ ...each, printed }))}
      />
    </>
  )
}

const One = ({ shape, fields, design, dispatch }: OneProps & { readonly design: Design }) => {
  const text = useText('issuancePortal')
  const change: PrintProps['change'] = (to) =>
    dispatch({ type: 'perform', name: 'property', command: setProperties(to) })
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
      <TextInput
        label={text('issuancePortal:designs.name')}
        value={shape.name}
        maxLength={80}
        onChange={(name) => name.trim() !== '' && change((each) => ({ ...each, name }))}
      />
      <KindFields {...{ shape, fields, change }} />
      {shape.kind === 'graphic' && <GraphicFields {...{ design, shape, dispatch }} />}
      <PlaceFields {...{ shape, fields, dispatch }} />
      <PrintFields {...{ shape, change }} />
      <ConditionField key={shape.id} {...{ shape, fields, dispatch }} />
    </Box>
  )
}

/** What is chosen, in exact words and numbers. */
export const PropertiesPanel = ({ state, dispatch }: PanelProps) => {
  const text = useText('issuancePortal')
  const chosen = chosenShapes(state.history.design, chosenOf(state))
  const [only] = chosen
  const fields = state.history.design.fields.map(({ name }) => name)
  return (
    <Section title={text('issuancePortal:designs.properties')}>
      {chosen.length === 0 && text('issuancePortal:designs.nothingChosen')}
      {chosen.length > 1 && text('issuancePortal:designs.chosen', { count: chosen.length })}
      {only !== undefined && chosen.length === 1 && (
        <One
          key={only.id}
          shape={only}
          fields={fields}
          design={state.history.design}
          dispatch={dispatch}
        />
      )}
    </Section>
  )
}
