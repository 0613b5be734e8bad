import Box from '@mui/material/Box'
import MuiTab from '@mui/material/Tab'
import MuiTabs from '@mui/material/Tabs'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'

export interface TabItem {
  readonly key: string
  readonly label: string
  /** The tab's own address, so that it can be linked and gone back to. */
  readonly to: string
  readonly isIncomplete?: boolean
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly TabItem[]
  readonly current: string
  readonly children: ReactNode
}

/** In a page that a list fills, a row that shrank would cut its tabs, and offer to scroll to them. */
const row = { flexShrink: 0, borderBottom: 1, borderColor: 'divider', mb: 2.5 } as const

/** Tabs whose choice is the address. */
export const Tabs = ({ label, tabs, current, children }: TabsProps) => {
  const id = useId()
  const value = tabs.some(({ key }) => key === current) ? current : false
  return (
    <>
      <MuiTabs value={value} aria-label={label} variant="scrollable" scrollButtons="auto" sx={row}>
        {tabs.map((tab) => (
          <MuiTab
            key={tab.key}
            value={tab.key}
            label={tab.label}
            id={`${id}-tab-${tab.key}`}
            aria-controls={tab.key === current ? `${id}-panel` : undefined}
            component={Link}
            to={tab.to}
          />
        ))}
      </MuiTabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${current}`}>
        {children}
      </Box>
    </>
  )
}
