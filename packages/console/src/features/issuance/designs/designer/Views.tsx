import Box from '@mui/material/Box'
import { type SampleName, sampleValues } from '@signet/card/samples'
import { type Dispatch, useMemo, useState } from 'react'
import { optionsOf } from '../../../../kit/fields.ts'
import { useText } from '../../../../lib/i18n.ts'
import { useDrawing } from '../../../../pickers/drawing/use-drawing.ts'
import { Notice } from '../../../../ui/Notice.tsx'
import { SelectInput } from '../../../../ui/SelectInput.tsx'
import { ToggleInput } from '../../../../ui/ToggleInput.tsx'
import { Canvas } from './Canvas.tsx'
import { FieldsPanel } from './FieldsPanel.tsx'
import { LayersPanel } from './LayersPanel.tsx'
import { PropertiesPanel } from './PropertiesPanel.tsx'
import { SamplePanel } from './SamplePanel.tsx'
import { type Action, type DesignerState, shapesOf } from './state.ts'
import { Toolbar } from './Toolbar.tsx'

const zooms = [0.5, 0.75, 1, 1.5, 2, 4] as const
const columns = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' },
} as const

interface ViewProps {
  readonly state: DesignerState
  readonly dispatch: Dispatch<Action>
}

interface LookProps extends ViewProps {
  readonly zoom: number
  readonly onZoom: (zoom: number) => void
  readonly showZones: boolean
  readonly onZones: (isShown: boolean) => void
}

/** Which side is seen, and how. */
const Look = ({ state, dispatch, zoom, onZoom, showZones, onZones }: LookProps) => {
  const text = useText('issuancePortal')
  const { design } = state.history
  const sides = (['front', 'back'] as const).filter((side) => design[side] !== null)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 1.5, alignItems: 'end' }}>
      <SelectInput
        label={text('issuancePortal:designs.side')}
        value={state.side}
        onChange={(side) => dispatch({ type: 'side', side: side === 'back' ? 'back' : 'front' })}
        options={optionsOf(sides, (value) => text(`issuancePortal:designs.sides.${value}`))}
      />
      <SelectInput
        label={text('issuancePortal:designs.zoom')}
        value={String(zoom)}
        onChange={(value) => onZoom(Number(value))}
        options={zooms.map((each) => ({ value: String(each), label: `${each * 100} %` }))}
      />
      <ToggleInput
        label={text('issuancePortal:designs.zones')}
        value={showZones}
        onChange={onZones}
      />
    </Box>
  )
}

/** The card with its tools, and what is said about it beside. */
export const Views = ({ state, dispatch }: ViewProps) => {
  const text = useText('issuancePortal')
  const [zoom, onZoom] = useState(1)
  const [showZones, onZones] = useState(true)
  const [sample, onSample] = useState<SampleName>('USUAL')
  const { design } = state.history
  const values = useMemo(() => sampleValues(design, sample), [design, sample])
  const { drawn, isFailed } = useDrawing({ design, side: state.side, values })
  const nameOf = (id: string) => shapesOf(state).find((each) => each.id === id)?.name ?? id
  return (
    <Box sx={columns}>
      <Box sx={{ minWidth: 0 }}>
        <Toolbar {...{ state, dispatch }} />
        <Look {...{ state, dispatch, zoom, onZoom, showZones, onZones }} />
        {isFailed && <Notice severity="warning">{text('issuancePortal:designs.notDrawn')}</Notice>}
        <Canvas {...{ state, dispatch, drawn, showZones, zoom }} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <SamplePanel {...{ sample, onSample, nameOf }} problems={drawn?.problems ?? []} />
        <LayersPanel {...{ state, dispatch }} />
        <PropertiesPanel {...{ state, dispatch }} />
        <FieldsPanel {...{ design, dispatch }} />
      </Box>
    </Box>
  )
}
