import { createContext, type ReactNode, use } from 'react'

/** What the frame shows for an address without a page. */
export const NoSuchPageContext = createContext<ReactNode>(null)

/** For a page whose address names what does not exist, such as a type: as if there were no page. */
export const NoSuchPage = (): ReactNode => use(NoSuchPageContext)
