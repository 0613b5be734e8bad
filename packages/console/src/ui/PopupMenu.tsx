import { lazy, Suspense, useState } from 'react'
import type { PopupMenuProps } from './popup-items.ts'

const loadPopup = () => import('./MenuPopup.tsx')

type Loader = <T>(load: () => Promise<T>) => Promise<T>

let loadPart: Loader = (load) => load()

/** How the app loads its parts: with another try where one did not come. */
export const loadMenusBy = (loader: Loader): void => {
  loadPart = loader
}

const MenuPopup = lazy(() => loadPart(loadPopup))

/** Loads menus before the first one is opened. */
export const prefetchMenus = (): void => void loadPopup().catch(() => undefined)

/** A menu over the page. What draws it is loaded when the first one opens. */
export const PopupMenu = (props: PopupMenuProps) => {
  const [wasOpen, setWasOpen] = useState(false)
  if (props.anchor !== null && !wasOpen) setWasOpen(true)
  return wasOpen ? (
    <Suspense>
      <MenuPopup {...props} />
    </Suspense>
  ) : null
}
