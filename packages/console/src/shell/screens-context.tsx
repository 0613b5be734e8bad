import { portalHome, portalStart } from '@signet/rules/landing'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { matchPath, useMatches } from 'react-router'
import type { Feature, PaletteSource, Screen } from '../kit/screen.ts'
import { isShown, useSession } from '../session/session-context.tsx'

export interface Offer {
  readonly all: readonly Screen[]
  /** What this person may see here. */
  readonly visible: readonly Screen[]
  readonly palette: readonly PaletteSource[]
  readonly sections: readonly NonNullable<Feature['sections']>[]
}

const OfferContext = createContext<Offer | null>(null)

interface ScreensProviderProps {
  readonly features: readonly Feature[]
  readonly children: ReactNode
}

/** Filters what the features bring through the one predicate, once for everybody who reads it. */
export const ScreensProvider = ({ features, children }: ScreensProviderProps) => {
  const { facts } = useSession()
  const offer = useMemo(() => {
    const all = features.flatMap(({ screens }) => screens)
    return {
      all,
      visible: all.filter((screen) => isShown(screen, facts)),
      palette: features
        .flatMap(({ palette = [] }) => palette)
        .filter((source) => isShown(source, facts)),
      sections: features.flatMap(({ sections }) => sections ?? []),
    }
  }, [features, facts])
  return <OfferContext value={offer}>{children}</OfferContext>
}

export const useScreens = (): Offer => {
  const offer = useContext(OfferContext)
  if (offer === null) throw new Error('no screens were given')
  return offer
}

/** The screen and the lists it belongs to, the farthest first. */
export const lineageOf = (screen: Screen, all: readonly Screen[]): readonly Screen[] => {
  const parent = all.find(({ path }) => path === screen.parent)
  return parent === undefined ? [screen] : [...lineageOf(parent, all), screen]
}

/** The screen at an address, which may have a query. */
export const screenAt = (address: string, all: readonly Screen[]): Screen | undefined => {
  const [path = ''] = address.split('?', 1)
  return (
    all.find((screen) => screen.path === path) ??
    all.find((screen) => matchPath(screen.path, path) !== null)
  )
}

/** The page of the drawer that a screen is, or belongs to. */
export const menuScreenOf = (screen: Screen, all: readonly Screen[]): Screen | undefined =>
  lineageOf(screen, all).findLast(({ menu }) => menu !== undefined)

/** The screen that we are on. */
export const useCurrentScreen = (): Screen | undefined => {
  const { all } = useScreens()
  const { facts } = useSession()
  const handle = useMatches().at(-1)?.handle
  const path = handle === portalStart ? portalHome(facts) : handle
  return all.find((one) => one.path === path)
}

/** The page of the drawer that we are on, or that the present page belongs to. */
export const useCurrentMenuPath = (): string | null => {
  const { all } = useScreens()
  const screen = useCurrentScreen()
  if (screen === undefined) return null
  return menuScreenOf(screen, all)?.path ?? null
}
