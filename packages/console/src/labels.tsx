import type { ReactNode } from 'react'
import { useText } from './lib/i18n.ts'
import { UiLabelsProvider } from './ui/labels.tsx'

/** Gives the design system its words. */
export const Labels = ({ children }: { readonly children: ReactNode }) => {
  const text = useText()
  const labels = {
    close: text('common:actions.close'),
    copy: text('common:actions.copy'),
    copied: text('common:actions.copied'),
    loading: text('common:states.loading'),
    moreActions: text('common:actions.more'),
    retry: text('common:actions.retry'),
    showPassword: text('common:actions.showPassword'),
    hidePassword: text('common:actions.hidePassword'),
    selectRow: text('common:list.selectRow'),
    selectAllRows: text('common:list.selectAllRows'),
  }
  return <UiLabelsProvider labels={labels}>{children}</UiLabelsProvider>
}
