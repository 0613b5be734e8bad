import Box from '@mui/material/Box'
import { type HelpPage, helpPages } from '@signet/rules/console'
import { oneOf } from '@signet/rules/membership'
import type { MouseEvent } from 'react'
import { helpLink } from '../../lib/help.ts'
import { useLocale } from '../../lib/i18n.ts'
import { aboutField } from './field-help.ts'
import type { HelpElement, HelpNode } from './help-tree.ts'

type Open = (page: HelpPage) => void

/** The page has a heading of its own: those of the help stand one level lower. */
const lowered = { h1: 'h2', h2: 'h3', h3: 'h4' } as const

const isLowered = oneOf(['h1', 'h2', 'h3'])
const isHelpPage = oneOf(helpPages)

/** So that no ID of the page beside it is taken twice. */
export const helpIdOf = (anchor: string): string => `help-${anchor}`

interface LinkProps {
  readonly element: HelpElement
  readonly onOpen: Open
}

/** Another page of the guide opens in its place, anything else in a tab of its own. */
const HelpLink = ({ element: { href, children }, onOpen }: LinkProps) => {
  const locale = useLocale()
  const inner = <HelpNodes nodes={children} onOpen={onOpen} />
  if (!isHelpPage(href)) {
    return (
      <a href={href ?? ''} target="_blank" rel="noreferrer">
        {inner}
      </a>
    )
  }
  const handleClick = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen(href)
  }
  return (
    <a href={helpLink(href, locale)} onClick={handleClick}>
      {inner}
    </a>
  )
}

const HelpNodeView = ({ node, onOpen }: { readonly node: HelpNode; readonly onOpen: Open }) => {
  if (typeof node === 'string') return node
  if (node.tag === 'a') return <HelpLink element={node} onOpen={onOpen} />
  const isHeading = isLowered(node.tag)
  const Tag = isLowered(node.tag) ? lowered[node.tag] : node.tag
  return (
    <Tag
      id={node.id === null ? undefined : helpIdOf(node.id)}
      tabIndex={isHeading ? -1 : undefined}
    >
      <HelpNodes nodes={node.children} onOpen={onOpen} />
    </Tag>
  )
}

interface HelpNodesProps {
  readonly nodes: readonly HelpNode[]
  readonly onOpen: Open
}

const HelpNodes = ({ nodes, onOpen }: HelpNodesProps) =>
  nodes.map((node, at) => <HelpNodeView key={at} node={node} onOpen={onOpen} />)

const look = {
  fontSize: '0.8125rem',
  lineHeight: 1.55,
  overflowWrap: 'anywhere',
  '& h2': { fontSize: '1.125rem', m: 0, mb: 1 },
  '& h3, & h4': { fontSize: '0.875rem', m: 0, mt: 2.5, mb: 0.5 },
  '& h2:focus, & h3:focus, & h4:focus': { outline: 'none' },
  '& p, & ul, & ol, & dl': { m: 0, mb: 1 },
  '& ul, & ol': { pl: 2.5 },
  '& li': { mb: 0.5 },
  '& dt': { fontWeight: 600, mt: 1 },
  '& dd': { m: 0, ml: 2 },
  [`& [${aboutField}]`]: { bgcolor: 'soft.brand', borderRadius: 1 },
  '& a': { color: 'primary.main' },
  '& code, & kbd': { fontSize: '0.9em' },
  '& pre': {
    m: 0,
    mb: 1,
    p: 1,
    borderRadius: 1,
    bgcolor: 'surface.sunken',
    whiteSpace: 'pre-wrap',
  },
} as const

interface HelpTextProps extends HelpNodesProps {
  readonly language: string
}

/** A page of the guide in the look of the console. */
export const HelpTextView = ({ language, nodes, onOpen }: HelpTextProps) => (
  <Box lang={language} sx={look}>
    <HelpNodes nodes={nodes} onOpen={onOpen} />
  </Box>
)
