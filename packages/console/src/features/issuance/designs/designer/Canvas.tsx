import Box from '@mui/material/Box'
import { move, resize, rotateTo } from '@signet/card/commands/place'
import type { Design, Shape } from '@signet/card/document'
import type { Drawn } from '@signet/card/draw'
import { zonesOf } from '@signet/card/zones'
import { type Dispatch, type PointerEvent, useRef, useState } from 'react'
import { useText } from '../../../../lib/i18n.ts'
import { actionOfKey } from './commands.ts'
import { type Drag, type Dragged, dragTo } from './pointer.ts'
import { type Action, type DesignerState, shapesOf } from './state.ts'

interface CanvasProps {
  readonly state: DesignerState
  readonly dispatch: Dispatch<Action>
  readonly drawn: Drawn | null
  readonly showZones: boolean
  /** 1 fills the room that there is. */
  readonly zoom: number
}

const turnOf = ({ xMm, yMm, widthMm, heightMm }: Shape, rotation: number): string =>
  `rotate(${rotation} ${xMm + widthMm / 2} ${yMm + heightMm / 2})`

const commandOf = (drag: Drag, dragged: Dragged) => {
  const { rect, rotation } = dragged
  if (drag.kind === 'rotate') return rotateTo(rotation)
  if (drag.kind === 'resize') return resize(rect)
  return move(rect.xMm - drag.first.xMm, rect.yMm - drag.first.yMm)
}

interface FrameProps {
  readonly shape: Shape
  readonly isChosen: boolean
  readonly onStart: (event: PointerEvent, kind: Drag['kind'], shape: Shape) => void
}

const ShapeFrame = ({ shape, isChosen, onStart }: FrameProps) => {
  const { xMm, yMm, widthMm, heightMm, rotation, locked } = shape
  const handle = { r: 1, fill: '#ffffff', stroke: '#0b5fff', strokeWidth: 0.3 }
  return (
    <g transform={turnOf(shape, rotation)}>
      <rect
        data-shape={shape.id}
        x={xMm}
        y={yMm}
        width={widthMm}
        height={heightMm}
        fill="transparent"
        stroke={isChosen ? '#0b5fff' : 'transparent'}
        strokeWidth={0.3}
        strokeDasharray={locked ? '1 0.6' : undefined}
        style={{ cursor: locked ? 'default' : 'move' }}
        onPointerDown={(event) => onStart(event, 'move', shape)}
      />
      {isChosen && !locked && (
        <>
          <circle
            {...handle}
            cx={xMm + widthMm}
            cy={yMm + heightMm}
            style={{ cursor: 'nwse-resize' }}
            onPointerDown={(event) => onStart(event, 'resize', shape)}
          />
          <circle
            {...handle}
            cx={xMm + widthMm / 2}
            cy={yMm - 2.5}
            style={{ cursor: 'grab' }}
            onPointerDown={(event) => onStart(event, 'rotate', shape)}
          />
        </>
      )}
    </g>
  )
}

const Zones = ({ design, side }: { readonly design: Design; readonly side: 'front' | 'back' }) =>
  zonesOf(design, side).map(({ name, xMm, yMm, widthMm, heightMm }) => (
    <rect
      key={name}
      pointerEvents="none"
      x={xMm}
      y={yMm}
      width={widthMm}
      height={heightMm}
      fill={name === 'SAFE' ? 'none' : '#b0002022'}
      stroke={name === 'SAFE' ? '#00838f' : '#b00020'}
      strokeWidth={0.15}
      strokeDasharray="1 1"
    />
  ))

const Guides = ({ dragged, design }: { readonly dragged: Dragged; readonly design: Design }) =>
  dragged.guides.map(({ axis, atMm }) => (
    <line
      key={axis}
      pointerEvents="none"
      x1={axis === 'x' ? atMm : 0}
      x2={axis === 'x' ? atMm : design.widthMm}
      y1={axis === 'y' ? atMm : 0}
      y2={axis === 'y' ? atMm : design.heightMm}
      stroke="#d81b60"
      strokeWidth={0.15}
    />
  ))

interface Moving {
  readonly drag: Drag
  readonly to: Dragged
}

const Ghost = ({ drag: { first }, to: { rect, rotation } }: Moving) => (
  <rect
    x={rect.xMm}
    y={rect.yMm}
    width={rect.widthMm}
    height={rect.heightMm}
    transform={turnOf({ ...first, ...rect }, rotation)}
    pointerEvents="none"
    fill="#0b5fff22"
    stroke="#0b5fff"
    strokeWidth={0.2}
  />
)

/** While the pointer is down only a frame moves; the card is drawn again when it is let go. */
const usePointer = ({ state, dispatch }: CanvasProps) => {
  const svg = useRef<SVGSVGElement>(null)
  const drag = useRef<Drag | null>(null)
  const [moving, setMoving] = useState<Moving | null>(null)
  const { design } = state.history
  const pointOf = (event: PointerEvent): readonly [number, number] => {
    const box = svg.current?.getBoundingClientRect()
    if (box === undefined || box.width === 0) return [0, 0]
    return [
      ((event.clientX - box.left) / box.width) * design.widthMm,
      ((event.clientY - box.top) / box.height) * design.heightMm,
    ]
  }
  const onStart = (event: PointerEvent, kind: Drag['kind'], first: Shape): void => {
    event.stopPropagation()
    const isAdded = event.shiftKey
    if (isAdded || !state.ids.has(first.id)) dispatch({ type: 'choose', id: first.id, isAdded })
    if (first.locked || isAdded) return
    const [startX, startY] = pointOf(event)
    drag.current = { kind, startX, startY, first }
  }
  const onMove = (event: PointerEvent): void => {
    if (drag.current === null) return
    const others = shapesOf(state).filter(({ id }) => !state.ids.has(id))
    const around = { others, card: design, isFree: event.altKey }
    setMoving({ drag: drag.current, to: dragTo(drag.current, pointOf(event), around) })
  }
  const onEnd = (): void => {
    if (moving !== null) {
      const command = commandOf(moving.drag, moving.to)
      dispatch({ type: 'perform', name: moving.drag.kind, command })
    }
    drag.current = null
    setMoving(null)
  }
  return { svg, moving, onStart, onMove, onEnd }
}

const imageOf = ({ svg }: Drawn): string => `data:image/svg+xml,${encodeURIComponent(svg)}`

const paper = ({ widthMm, heightMm }: Design, zoom: number) => ({
  display: 'block',
  margin: '0 auto',
  width: `${zoom * 100}%`,
  maxWidth: `${zoom * (widthMm > heightMm ? 720 : 420)}px`,
  overflow: 'visible',
  touchAction: 'none',
  background: '#ffffff',
  boxShadow: '0 1px 6px #0005',
})

const Card = (props: CanvasProps) => {
  const { state, dispatch, drawn, showZones, zoom } = props
  const { svg, moving, onStart, onMove, onEnd } = usePointer(props)
  const { design } = state.history
  return (
    <svg
      ref={svg}
      viewBox={`0 0 ${design.widthMm} ${design.heightMm}`}
      aria-hidden
      style={paper(design, zoom)}
      onPointerDown={() => dispatch({ type: 'chooseNone' })}
      onPointerMove={onMove}
      onPointerUp={onEnd}
      onPointerLeave={onEnd}
      onPointerCancel={onEnd}
    >
      {drawn !== null && (
        <image href={imageOf(drawn)} width={design.widthMm} height={design.heightMm} />
      )}
      {showZones && <Zones design={design} side={state.side} />}
      {shapesOf(state).map((shape) => (
        <ShapeFrame key={shape.id} {...{ shape, onStart }} isChosen={state.ids.has(shape.id)} />
      ))}
      {moving !== null && <Ghost {...moving} />}
      {moving !== null && <Guides dragged={moving.to} design={design} />}
    </svg>
  )
}

const room = { overflow: 'auto', p: 3, bgcolor: 'action.hover', borderRadius: 1 } as const

/** The side that is edited: what is printed, and the handles over it. */
export const Canvas = (props: CanvasProps) => {
  const text = useText('issuancePortal')
  const { state, dispatch } = props
  return (
    <Box
      tabIndex={0}
      role="application"
      aria-label={text('issuancePortal:designs.canvas')}
      sx={room}
      onKeyDown={(event) => {
        const action = actionOfKey(event, state)
        if (action === null) return
        event.preventDefault()
        dispatch(action)
      }}
    >
      <Card {...props} />
    </Box>
  )
}
