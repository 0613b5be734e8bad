import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { useFormContext } from 'react-hook-form'
import { useText } from '../../../lib/i18n.ts'
import type { TypedFlow } from './flow-form.ts'
import { useFlowWords } from './flow-words.ts'

interface Node {
  readonly key: string
  readonly title: string
  readonly lines: readonly string[]
  /** The field that says it. */
  readonly field?: string
  readonly isEnd?: boolean
}

/** What is said of the second step; nothing where there is none. */
const useSecondLines = (flow: TypedFlow): readonly string[] => {
  const text = useText('resource')
  const { nameOfKind } = useFlowWords()
  const { secondFactor: need, secondFactors = [], skipSecondFactor: skip = 'NEVER' } = flow
  if (need === 'NONE') return []
  return [
    text(`resource:flows.needs.${need}`),
    ...secondFactors.map(nameOfKind),
    ...(skip === 'NEVER' ? [] : [text(`resource:flows.canvas.skips.${skip}`)]),
  ]
}

/** What the flow says, as boxes from left to right. */
const useNodes = (): readonly Node[] => {
  const text = useText('resource')
  const { nameOfKind } = useFlowWords()
  const { watch } = useFormContext<TypedFlow>()
  const flow = watch()
  const second = useSecondLines(flow)
  const isDenied = flow.outcome === 'DENY'
  return [
    {
      key: 'start',
      title: text('resource:flows.canvas.start'),
      lines: [text(`resource:flows.loginTypes.${flow.loginType}`)],
    },
    {
      key: 'first',
      title: text('resource:flows.canvas.first'),
      lines: flow.firstFactors.map(nameOfKind),
      field: 'flow-firstFactors',
    },
    ...(second.length === 0 || isDenied
      ? []
      : [
          {
            key: 'second',
            title: text('resource:flows.canvas.second'),
            lines: second,
            field: 'flow-secondFactors',
          },
        ]),
    {
      key: 'end',
      title: text(`resource:flows.canvas.${isDenied ? 'denied' : 'admitted'}`),
      lines: [],
      isEnd: true,
    },
  ]
}

/** Leads to the field that a box shows. */
const goTo = (id: string): void => {
  const field = document.getElementById(id)
  field?.scrollIntoView({ block: 'center' })
  field?.querySelector<HTMLElement>('button:enabled, select')?.focus()
}

const arrow = (
  <Box
    component="svg"
    viewBox="0 0 28 12"
    aria-hidden
    sx={{
      width: 28,
      height: 12,
      flex: 'none',
      alignSelf: 'center',
      color: 'text.secondary',
      transform: { xs: 'rotate(90deg)', md: 'none' },
      my: { xs: 1, md: 0 },
    }}
  >
    <path d="M0 6h25M20 1.5 25.5 6 20 10.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
  </Box>
)

const look = {
  display: 'block',
  width: '100%',
  height: '100%',
  px: 2,
  py: 1.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  bgcolor: 'background.paper',
  textAlign: 'left',
} as const

const NodeBox = ({ node }: { readonly node: Node }) => {
  const inside = (
    <>
      <Typography variant="subtitle2" component="span" sx={{ display: 'block' }}>
        {node.title}
      </Typography>
      {node.lines.map((line) => (
        <Typography
          key={line}
          variant="body2"
          component="span"
          color="textSecondary"
          sx={{ display: 'block', overflowWrap: 'anywhere' }}
        >
          {line}
        </Typography>
      ))}
    </>
  )
  const { field } = node
  return field === undefined ? (
    <Box sx={look}>{inside}</Box>
  ) : (
    <ButtonBase
      focusRipple
      onClick={() => goTo(field)}
      sx={{ ...look, '&:hover, &:focus-visible': { borderColor: 'primary.main' } }}
    >
      {inside}
    </ButtonBase>
  )
}

/** The flow as it is being written, drawn: each step leads to its field. */
export const FlowCanvas = () => {
  const text = useText('resource')
  const nodes = useNodes()
  return (
    <Box
      component="ol"
      aria-label={text('resource:flows.canvas.label')}
      sx={{
        display: 'flex',
        flexDirection: { xs: 'column', md: 'row' },
        gap: { xs: 0, md: 1 },
        m: 0,
        p: 2,
        listStyle: 'none',
        border: 1,
        borderColor: 'divider',
        borderRadius: 2,
        bgcolor: 'action.hover',
      }}
    >
      {nodes.map((node, at) => (
        <Box
          component="li"
          key={node.key}
          sx={{
            display: 'flex',
            flexDirection: { xs: 'column', md: 'row' },
            flex: { md: node.isEnd === true ? '0 1 auto' : '1 1 0' },
            minWidth: 0,
            gap: { md: 1 },
          }}
        >
          {at === 0 ? null : arrow}
          <NodeBox node={node} />
        </Box>
      ))}
    </Box>
  )
}
