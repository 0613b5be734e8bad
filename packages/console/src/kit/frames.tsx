import type { ComponentProps, ReactNode } from 'react'
import { PageHeader } from '../ui/Page.tsx'

/*
 * The frames of pages. A screen renders one of these, `ListPage`, `TabbedPage` or `SettingsPage`; the
 * structure rule `framedScreens` refuses one that does not.
 */

interface FrameProps extends Omit<ComponentProps<typeof PageHeader>, 'isPart'> {
  readonly children?: ReactNode
}

/** One thing or subject: name, status, what can be done with it, and below it its sections. */
export const DetailsPage = ({ children, ...header }: FrameProps) => (
  <>
    <PageHeader {...header} />
    {children}
  </>
)

/** What adds something: a title and a form, whose buttons are at its end. */
export const FormPage = ({ title, detail, children }: Omit<FrameProps, 'tag' | 'actions'>) => (
  <DetailsPage title={title} detail={detail}>
    {children}
  </DetailsPage>
)

/** What has a layout of its own below its name: an editor, a wizard, tiles, figures. */
export const ToolPage = DetailsPage
