import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import type { HelpPage } from '@signet/rules/console'
import type { HelpFound } from '@signet/rules/help-search'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { QueryView } from '../../kit/QueryView.tsx'
import { helpLink } from '../../lib/help.ts'
import { useLocale, useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { FactsSkeleton } from '../../ui/Skeletons.tsx'
import { useCurrentScreen } from '../screens-context.tsx'
import { topBarHeight } from '../TopBar.tsx'
import { useFieldHelp } from './field-help.ts'
import { HelpResults, HelpSearchBox } from './HelpSearch.tsx'
import { HelpTextView, helpIdOf } from './HelpText.tsx'
import { helpPageQuery } from './help.queries.ts'
import { headingCalled } from './help-tree.ts'
import { helpPanelId } from './use-help.ts'

/** Pixels: as much as a line of text is read with ease. */
const width = 360
/** Pixels above a heading that is brought into sight. */
const gap = 16

/** A column beside the page where there is room, over its edge where there is less, a sheet on a phone. */
const panel = {
  position: { xs: 'fixed', lg: 'sticky' },
  top: { xs: 0, sm: topBarHeight },
  right: 0,
  left: { xs: 0, sm: 'auto' },
  zIndex: { xs: 'drawer', sm: 'appBar', lg: 'auto' },
  flexShrink: 0,
  boxSizing: 'border-box',
  width: { xs: 'auto', sm: width },
  height: { xs: '100dvh', sm: `calc(100dvh - ${topBarHeight}px)` },
  overflowY: 'auto',
  scrollbarWidth: 'thin',
  p: 2,
  borderLeft: { sm: 1 },
  borderColor: { sm: 'divider' },
  bgcolor: 'background.paper',
  outline: 'none',
} as const

const below = { mt: 3, flexWrap: 'wrap', alignItems: 'center' } as const

/** What is shown, and from which screen it was opened: on another one its own help is due. */
interface Place {
  readonly from: string | undefined
  readonly page: HelpPage
  readonly anchor: string | null
}

const usePlace = () => {
  const screen = useCurrentScreen()
  const [chosen, choose] = useState<Place | null>(null)
  const from = screen?.path
  const own: Place = { from, page: screen?.help ?? 'start', anchor: null }
  const isChosen = chosen !== null && chosen.from === from
  return {
    place: isChosen ? chosen : own,
    isChosen,
    title: screen?.title,
    open: (page: HelpPage, anchor: string | null = null) => choose({ from, page, anchor }),
    back: () => choose(null),
  }
}

/** Brings a heading into sight once it is drawn; one that was chosen takes the focus. */
const Arrival = ({
  anchor,
  isChosen,
}: {
  readonly anchor: string | null
  readonly isChosen: boolean
}) => {
  useEffect(() => {
    const root = document.getElementById(helpPanelId)
    const heading = anchor === null ? null : document.getElementById(helpIdOf(anchor))
    root?.scrollTo({ top: heading === null ? 0 : heading.offsetTop - gap })
    if (isChosen) (heading ?? root?.querySelector('h2'))?.focus({ preventScroll: true })
  }, [anchor, isChosen])
  return null
}

const Page = ({ place, isChosen, title, open }: Omit<ReturnType<typeof usePlace>, 'back'>) => {
  const text = useText()
  const query = useQuery(helpPageQuery(place.page, useLocale()))
  return (
    <QueryView query={query} skeleton={<FactsSkeleton />}>
      {(help) => {
        const about = isChosen || title === undefined ? null : headingCalled(help, text(title))
        return (
          <>
            <HelpTextView {...help} onOpen={open} />
            <Arrival
              key={`${place.page} ${place.anchor}`}
              anchor={place.anchor ?? about}
              isChosen={isChosen}
            />
          </>
        )
      }}
    </QueryView>
  )
}

const useFocusAtFirst = () => {
  const root = useRef<HTMLElement>(null)
  useEffect(() => root.current?.focus({ preventScroll: true }), [])
  return root
}

interface HelpPanelProps {
  readonly onClose: () => void
  readonly onKeys: () => void
}

interface ContentProps extends Pick<HelpPanelProps, 'onKeys'> {
  readonly typed: string
  readonly onType: (typed: string) => void
}

/** The page, or what was found for what is typed; and where else to look. */
const Content = ({ typed, onType, onKeys }: ContentProps) => {
  const text = useText()
  const locale = useLocale()
  const { back, ...shown } = usePlace()
  const open = ({ page, anchor }: HelpFound): void => {
    shown.open(page, anchor)
    onType('')
  }
  return (
    <>
      {typed.trim() === '' ? <Page {...shown} /> : <HelpResults typed={typed} onOpen={open} />}
      <Stack direction="row" useFlexGap spacing={1} sx={below}>
        {shown.isChosen && <Button onClick={back}>{text('common:help.thisPage')}</Button>}
        <Button onClick={onKeys}>{text('common:keys.title')}</Button>
        <Link
          href={helpLink(shown.place.page, locale)}
          target="_blank"
          rel="noreferrer"
          variant="body2"
        >
          {text('common:help.newTab')}
        </Link>
      </Stack>
    </>
  )
}

/** The help of the present page beside it, and a search in all of the guide. */
const HelpPanel = ({ onClose, onKeys }: HelpPanelProps) => {
  const text = useText()
  const [typed, setTyped] = useState('')
  const root = useFocusAtFirst()
  useFieldHelp(root)
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose()
  }
  return (
    <Box
      component="aside"
      id={helpPanelId}
      ref={root}
      tabIndex={-1}
      aria-label={text('common:help.thisPage')}
      onKeyDown={handleKeyDown}
      sx={panel}
    >
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center', mb: 2 }}>
        <HelpSearchBox typed={typed} onType={setTyped} />
        <IconButton aria-label={text('common:actions.close')} onClick={onClose}>
          <Close fontSize="small" />
        </IconButton>
      </Stack>
      <Content typed={typed} onType={setTyped} onKeys={onKeys} />
    </Box>
  )
}

export default HelpPanel
