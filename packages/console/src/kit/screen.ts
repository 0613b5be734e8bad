import type { SvgIconProps } from '@mui/material/SvgIcon'
import type { HelpPage } from '@signet/rules/console'
import type { Need } from '@signet/rules/permissions'
import type { Condition } from '@signet/rules/visibility'
import type { ComponentType } from 'react'
import type { TextKey } from '../lib/i18n.ts'

/** Groups of the drawer by task, in their order. One that has no page shows none. */
export const menuGroups = [
  'overview',
  'users',
  'authenticators',
  'applications',
  'access',
  'directories',
  'certificates',
  'cards',
  'reports',
  'branding',
  'settings',
  'provider',
  'self',
] as const
export type MenuGroup = (typeof menuGroups)[number]

interface MenuPlace {
  readonly group: MenuGroup
  readonly icon: ComponentType<SvgIconProps>
  /** `g`, then this letter, goes there. */
  readonly letter?: string
}

/**
 * One page of the console. Router, drawer, search, breadcrumbs, palette and landing all read these
 * records; what a page needs is written nowhere else.
 */
export interface Screen {
  /** As in the specification, parameters with a colon: `/user/:userId/:tab`. */
  readonly path: string
  /** Further addresses of the page, with the same parameters. */
  readonly aliases?: readonly string[]
  readonly title: TextKey<'common'>
  /** Path of the list it belongs to: the breadcrumb. */
  readonly parent?: string
  readonly needs?: Need
  /** Permissions that open it as well. */
  readonly orNeeds?: readonly Need[]
  readonly conditions?: readonly Condition[]
  /** Page of the help guide about it. */
  readonly help: HelpPage
  /** Absent: the page is not in the drawer. */
  readonly menu?: MenuPlace
  readonly page: () => Promise<{ readonly default: ComponentType }>
}

/** Something the palette offers besides pages, such as the search for users. */
export interface PaletteSource {
  readonly heading: TextKey<'common'>
  readonly needs?: Need
  readonly conditions?: readonly Condition[]
  readonly find: (typed: string, signal: AbortSignal) => Promise<readonly PaletteItem[]>
}

export interface PaletteItem {
  readonly id: string
  readonly label: string
  readonly detail?: string
  readonly to: string
}

/** Fields of settings, as the palette finds them. */
export interface SettingsSection {
  /** The page, or its tab. */
  readonly path: string
  /** Of the tab; a page without tabs has none. */
  readonly title?: TextKey<'settings'>
  /** The labels of the fields are the texts right below this key. */
  readonly fields?: string
  /** Those of the fields that are here; all by default. */
  readonly only?: readonly string[]
}

/** What a feature brings to the console. */
export interface Feature {
  /**
   * Its place in the menu, within the group of each screen; without one it comes last. `npm run modules`
   * lists the features by it.
   */
  readonly order?: number
  readonly screens: readonly Screen[]
  readonly palette?: readonly PaletteSource[]
  /** Loaded when something is first searched for. */
  readonly sections?: () => Promise<readonly SettingsSection[]>
  /** The page for who has to set up something before any other page. */
  readonly entrance?: Screen['page']
}

type Own = Omit<Screen, 'help' | 'parent'> & Partial<Pick<Screen, 'help'>>
type Common = Pick<Screen, 'conditions' | 'help' | 'needs'>

/** The screens of a subject: its list, and those that belong to it. */
export const screensOf = (
  common: Common,
  list: Own & Pick<Screen, 'parent'>,
  ...below: readonly Own[]
): readonly Screen[] => [
  { ...common, ...list },
  ...below.map((screen) => ({ ...common, parent: list.path, ...screen })),
]
